import {
  type DocumentSettings,
  IDEMPOTENCY_KEY,
  type InterfaceDocument,
  path,
} from '../openapi/operation.ts';
import { arrayOf, boolean, integer, objectOf, ref, type Schema, text } from '../openapi/schemas.ts';

/** The pixel events interface (spec 1, "Post events"; RULINGS E1 to E8). */
export function intakeDocument(settings: DocumentSettings): InterfaceDocument {
  return {
    tag: 'Pixel events',
    description:
      'Receives events from the servers of advertisers. A 200 response means that the events are durably stored.',
    security: ['bearer'],
    refusal: 'EventsRefusal',
    operations: [
      {
        method: 'post',
        path: '/v1/pixels/{pixelId}/events',
        id: 'postEvents',
        summary: 'Send events for a pixel (all are stored, or none)',
        parameters: [
          path(
            'pixelId',
            'The ID of a pixel for server events that the client is allowed to send events for.',
          ),
          IDEMPOTENCY_KEY,
        ],
        body: {
          type: 'application/json',
          schema: { ...arrayOf(ref('PixelEvent')), minItems: 1, maxItems: 5000 },
        },
        answer: objectOf({ success: { type: 'boolean', const: true } }),
        refusals: [400, 401, 409, 413, 429, 500, 503],
      },
    ],
    schemas: { PixelEvent: pixelEvent(settings), EventsRefusal: refusal },
  };
}

const pixelEvent = ({ operator }: DocumentSettings): Schema =>
  objectOf(
    {
      event_time: {
        type: ['integer', 'string'],
        description:
          'The time when the event happened, since the epoch. Values of 10^11 and above are milliseconds, smaller values seconds.',
      },
      action_source: text('Where the action took place: `website`, `app` or `offline`, in any case.'),
      action_source_url: text('The URL of the page.', { maxLength: 2048 }),
      user_data: {
        ...objectOf(
          {
            email: text('The SHA-256 hash of the lower-case email address, as 64 hexadecimal digits.', {
              pattern: '^[0-9A-Fa-f]{64}$',
            }),
            he: text('An alias of `email`.', { pattern: '^[0-9A-Fa-f]{64}$' }),
            idfa: text('The Apple advertising ID.', { maxLength: 255 }),
            gpsaid: text('The Google Play advertising ID.', { maxLength: 255 }),
            [`${operator}_id`]: text('The cookie-sync ID.', { maxLength: 255 }),
            vmcid: text('Accepted but ignored in this version.'),
          },
          { optional: ['email', 'he', 'idfa', 'gpsaid', `${operator}_id`, 'vmcid'] },
        ),
        description:
          'The user. At least one of `email`, `he`, `idfa`, `gpsaid` and the cookie-sync ID is required.',
      },
      custom_data: objectOf(
        {
          gv: { type: ['number', 'string'], description: 'The value in US dollars. It is stored exactly.' },
          value: {
            type: ['number', 'string'],
            description: 'An alias of `gv`. If both are sent, `gv` applies.',
          },
          ec: text('The event category.', { maxLength: 255 }),
          el: text('The event label.', { maxLength: 255 }),
          ea: text('The event action.', { maxLength: 255 }),
          product_id: {
            description: 'The product IDs, as an array or a comma-separated string.',
            anyOf: [{ type: 'string' }, arrayOf({ type: 'string', maxLength: 255 })],
          },
          user_defined: {
            type: 'object',
            description:
              'User-defined pairs: at most 10, with names of at most 32 and values of at most 255 characters.',
            additionalProperties: { type: 'string', maxLength: 255 },
            propertyNames: { maxLength: 32 },
            maxProperties: 10,
          },
        },
        { optional: ['gv', 'value', 'ec', 'el', 'ea', 'product_id', 'user_defined'] },
      ),
    },
    { description: 'An event of a pixel.', optional: ['action_source', 'action_source_url', 'custom_data'] },
  );

const refusal = objectOf(
  {
    success: boolean('Always false.'),
    message: text('The documented message.'),
    errors: arrayOf(
      objectOf({
        index: integer(
          'The index of the event in the array, or -1 if the problem concerns the whole request.',
        ),
        field: text('The path of the field in the event.'),
        reason: text('The reason why the value was refused.'),
      }),
      'The problems, at most 100.',
    ),
  },
  { description: 'An error of the event intake. Nothing was stored.' },
);
