import { IDEMPOTENCY_KEY, type InterfaceDocument, query } from '../openapi/operation.ts';
import { objectOf, ref, type Schema, text } from '../openapi/schemas.ts';

const PARAMETERS: Record<string, Schema> = {
  vmcid: text('The click ID.'),
  id: text('The ID of the event, unique for each `dp`. A repeated event is counted once.'),
  dp: text('The data provider that sends the conversion.'),
  et: text(
    'The time when the event happened, in milliseconds since the epoch. Defaults to the time of receipt.',
  ),
  gv: text('The value, as a number.'),
  gc: text('The ISO 4217 currency of the value. Default USD.'),
  ec: text('The event category.'),
  ea: text('The event action.'),
  '.yp': text('The pixel ID.'),
};
const REQUIRED = ['vmcid', 'id', 'dp'];
const OPTIONAL = Object.keys(PARAMETERS).filter((name) => !REQUIRED.includes(name));

const answer = objectOf({ message: text('The documented message.', { const: 'Submission processed.' }) });
const refusals = [400, 401, 409, 413, 500, 503];

/** The conversion postback (spec 1, "Post a conversion"; RULINGS C1 to C6). */
export function attributionDocument(): InterfaceDocument {
  return {
    tag: 'Conversion postback',
    description:
      'Receives conversions that follow clicks. A 200 response means that the conversion is durably stored.',
    security: ['bareToken'],
    refusal: 'ConversionRefusal',
    operations: [
      {
        method: 'get',
        path: '/',
        id: 'sendConversion',
        summary: 'Send a conversion in the query string',
        description:
          'Further parameters are stored: at most 50, with names of at most 32 and values of at most 255 characters.',
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
        summary: 'Send a conversion in a form',
        description: 'If there is a body, the query string is ignored.',
        parameters: [IDEMPOTENCY_KEY],
        body: { type: 'application/x-www-form-urlencoded', schema: ref('Conversion') },
        answer,
        refusals,
      },
    ],
    schemas: {
      Conversion: {
        ...objectOf(PARAMETERS, { description: 'A conversion that follows a click.', optional: OPTIONAL }),
        additionalProperties: { type: 'string', maxLength: 255 },
      },
      ConversionRefusal: objectOf(
        { message: text('The documented message.') },
        { description: 'An error of the conversion postback.' },
      ),
    },
  };
}
