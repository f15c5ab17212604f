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
    description: 'Events of advertisers’ servers. A 200 means that they are stored durably.',
    security: ['bearer'],
    refusal: 'EventsRefusal',
    operations: [
      {
        method: 'post',
        path: '/v1/pixels/{pixelId}/events',
        id: 'postEvents',
        summary: 'Post events of a pixel: all of them are stored, or none.',
        parameters: [
          path('pixelId', 'A pixel for server events that the client may post to.'),
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
        description: 'When it happened, since the epoch: from 10^11 on in milliseconds, below in seconds.',
      },
      action_source: text('website, app or offline, in any case.'),
      action_source_url: text('Address of the page.', { maxLength: 2048 }),
      user_data: {
        ...objectOf(
          {
            email: text('SHA-256 of the address in lower case, as 64 hex digits.', {
              pattern: '^[0-9A-Fa-f]{64}$',
            }),
            he: text('Another name of email.', { pattern: '^[0-9A-Fa-f]{64}$' }),
            idfa: text('Apple’s advertiser ID.', { maxLength: 255 }),
            gpsaid: text('Google Play’s advertiser ID.', { maxLength: 255 }),
            [`${operator}_id`]: text('Cookie-sync ID.', { maxLength: 255 }),
            vmcid: text('Taken and ignored in this version.'),
          },
          { optional: ['email', 'he', 'idfa', 'gpsaid', `${operator}_id`, 'vmcid'] },
        ),
        description: 'Who it was; at least one of email, he, idfa, gpsaid and the cookie-sync ID.',
      },
      custom_data: objectOf(
        {
          gv: { type: ['number', 'string'], description: 'Value in USD, kept exactly.' },
          value: { type: ['number', 'string'], description: 'Another name of gv, which wins.' },
          ec: text('Category.', { maxLength: 255 }),
          el: text('Label.', { maxLength: 255 }),
          ea: text('Action.', { maxLength: 255 }),
          product_id: {
            description: 'Product IDs: a list, or one text with commas.',
            anyOf: [{ type: 'string' }, arrayOf({ type: 'string', maxLength: 255 })],
          },
          user_defined: {
            type: 'object',
            description: 'At most 10 pairs; names of at most 32, values of at most 255 characters.',
            additionalProperties: { type: 'string', maxLength: 255 },
            propertyNames: { maxLength: 32 },
            maxProperties: 10,
          },
        },
        { optional: ['gv', 'value', 'ec', 'el', 'ea', 'product_id', 'user_defined'] },
      ),
    },
    { description: 'One event of a pixel.', optional: ['action_source', 'action_source_url', 'custom_data'] },
  );

const refusal = objectOf(
  {
    success: boolean('false.'),
    message: text('The documented message.'),
    errors: arrayOf(
      objectOf({
        index: integer('Position in the array; -1 for the request itself.'),
        field: text('Path of the field in the event.'),
        reason: text('Why it was refused.'),
      }),
      'What was refused, at most 100 entries.',
    ),
  },
  { description: 'A refusal of the pixel events interface; nothing was stored.' },
);
