import { RateLimitedError, ValidationError } from '../../domain/errors.ts';
import {
  deviceIds,
  EVENT_FIELDS,
  type EventField,
  HASHED,
  LABELS,
  PRODUCT_ID,
  SHA_256,
  USER_DEFINED,
  UUID,
  VALUES,
} from '../../domain/events/event/fields.ts';
import { EXAMPLE_TIME, refusalExamples } from '../openapi/examples.ts';
import {
  type DocumentSettings,
  IDEMPOTENCY_KEY,
  type InterfaceDocument,
  path,
} from '../openapi/operation.ts';
import { arrayOf, boolean, integer, objectOf, ref, type Schema, text } from '../openapi/schemas.ts';
import { intakeInterface } from './envelope.ts';

/** Its email is the hash of ada@example.com. */
const PURCHASE = {
  event_time: Math.floor(EXAMPLE_TIME.getTime() / 1000),
  action_source: 'website',
  action_source_url: 'https://bakery.example/orders/17',
  user_data: { email: 'b5fc85e55755f9e0d030a10ab4429b6b2944855f9a0d60077fe832becbc41d72' },
  custom_data: { gv: '19.90', ec: 'shop', ea: 'purchase', product_id: ['bread-1'] },
};

export function intakeDocument(settings: DocumentSettings): InterfaceDocument {
  return {
    tag: 'Pixel events',
    description:
      'Receives events from the servers of advertisers. A 200 response means that the events are durably stored.',
    security: ['bearer'],
    refusal: 'EventsRefusal',
    refusalExamples: refusalExamples(intakeInterface, [
      new ValidationError([{ path: '[0].event_time', message: 'must not be older than 90 days' }]),
      new RateLimitedError({ limit: 'EVENTS_PER_SECOND', retryAfterS: 1, message: '' }),
    ]),
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
          example: [PURCHASE],
        },
        answer: objectOf({ success: { type: 'boolean', const: true } }),
        example: { success: true },
        refusals: [400, 401, 409, 413, 415, 429, 500, 503],
      },
    ],
    schemas: { PixelEvent: pixelEvent(settings), EventsRefusal: refusal },
  };
}

const ofText = ({ description, maxLength }: EventField): Schema =>
  text(description, maxLength === undefined ? {} : { maxLength });

const each = <F extends EventField>(
  fields: Readonly<Record<string, F>>,
  schema: (field: F) => Schema,
): Record<string, Schema> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schema(field)]));

/** No field within `user_data` and `custom_data` is required by itself. */
const allOptional = (properties: Record<string, Schema>): Schema =>
  objectOf(properties, { optional: Object.keys(properties) });

function pixelEvent({ operator }: DocumentSettings): Schema {
  const { event_time, action_source, action_source_url } = EVENT_FIELDS;
  const { pairs, name, value } = USER_DEFINED;
  return objectOf(
    {
      event_time: { type: ['integer', 'string'], description: event_time.description },
      action_source: ofText(action_source),
      action_source_url: ofText(action_source_url),
      user_data: {
        ...allOptional({
          ...each(HASHED, ({ description }) => text(description, { pattern: SHA_256.source })),
          ...each(deviceIds(operator), ({ description, maxLength, isUuid }) =>
            text(description, isUuid ? { pattern: UUID.source } : { maxLength }),
          ),
          vmcid: text('Accepted but ignored in this version.'),
        }),
        description:
          'The user. At least one of `email`, `he`, `idfa`, `gpsaid` and the cookie-sync ID is required.',
      },
      custom_data: allOptional({
        ...each(VALUES, ({ description, maxLength }) => ({
          type: ['number', 'string'],
          description,
          maxLength,
        })),
        ...each(LABELS, ofText),
        product_id: {
          description: PRODUCT_ID.description,
          anyOf: [{ type: 'string' }, arrayOf({ type: 'string', maxLength: PRODUCT_ID.maxLength })],
        },
        user_defined: {
          type: 'object',
          description: `User-defined pairs: at most ${pairs}, with names of at most ${name} and values of at most ${value} characters.`,
          additionalProperties: { type: 'string', maxLength: value },
          propertyNames: { maxLength: name },
          maxProperties: pairs,
        },
      }),
    },
    { description: 'An event of a pixel.', optional: ['action_source', 'action_source_url', 'custom_data'] },
  );
}

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
