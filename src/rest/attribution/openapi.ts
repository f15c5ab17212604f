import { IDEMPOTENCY_KEY, type InterfaceDocument, query } from '../openapi/operation.ts';
import { objectOf, ref, type Schema, text } from '../openapi/schemas.ts';

const PARAMETERS: Record<string, Schema> = {
  vmcid: text('The click ID.'),
  id: text('ID of the event, unique for each `dp`; a repeat is counted once.'),
  dp: text('Who passes the data.'),
  et: text('When it happened, in milliseconds since the epoch; the time of receipt unless given.'),
  gv: text('Value, a number.'),
  gc: text('Currency of the value, ISO 4217; USD unless given.'),
  ec: text('Category.'),
  ea: text('Action.'),
  '.yp': text('Pixel ID.'),
};
const REQUIRED = ['vmcid', 'id', 'dp'];
const OPTIONAL = Object.keys(PARAMETERS).filter((name) => !REQUIRED.includes(name));

const answer = objectOf({ message: text('The documented message.', { const: 'Submission processed.' }) });
const refusals = [400, 401, 409, 413, 500, 503];

/** The conversion postback (spec 1, "Post a conversion"; RULINGS C1 to C6). */
export function attributionDocument(): InterfaceDocument {
  return {
    tag: 'Conversion postback',
    description: 'Conversions tied to clicks. A 200 means that the conversion is stored durably.',
    security: ['bareToken'],
    refusal: 'ConversionRefusal',
    operations: [
      {
        method: 'get',
        path: '/',
        id: 'sendConversion',
        summary: 'Post a conversion in the query string.',
        description:
          'Further pairs are kept: names of at most 32, values of at most 255 characters, at most 50.',
        parameters: [
          ...Object.entries(PARAMETERS).map(([name, { description, ...schema }]) =>
            query(name, String(description), { ...schema, maxLength: 255 }, REQUIRED.includes(name)),
          ),
          IDEMPOTENCY_KEY,
        ],
        answer,
        refusals,
      },
      {
        method: 'post',
        path: '/',
        id: 'postConversion',
        summary: 'Post a conversion in a form.',
        description: 'With a body, the query string does not count.',
        parameters: [IDEMPOTENCY_KEY],
        body: { type: 'application/x-www-form-urlencoded', schema: ref('Conversion') },
        answer,
        refusals,
      },
    ],
    schemas: {
      Conversion: {
        ...objectOf(PARAMETERS, { description: 'A conversion after a click.', optional: OPTIONAL }),
        additionalProperties: { type: 'string', maxLength: 255 },
      },
      ConversionRefusal: objectOf(
        { message: text('The documented message.') },
        { description: 'A refusal of the conversion postback.' },
      ),
    },
  };
}
