import { MAX_FURTHER, NAME_LENGTH, PARAMETERS, VALUE_LENGTH } from '../../domain/events/conversion/fields.ts';
import { refusalExamples } from '../openapi/examples.ts';
import { IDEMPOTENCY_KEY, type InterfaceDocument, query } from '../openapi/operation.ts';
import { objectOf, ref, text } from '../openapi/schemas.ts';
import { attributionInterface } from './envelope.ts';

const FURTHER = `Further parameters are stored: at most ${MAX_FURTHER}, with names of at most ${NAME_LENGTH} and values of at most ${VALUE_LENGTH} characters.`;
const value = { maxLength: VALUE_LENGTH };
const parameters = Object.entries(PARAMETERS);

const answer = objectOf({ message: text('The documented message.', { const: 'Submission processed.' }) });
const example = { message: 'Submission processed.' };
const CONVERSION = {
  vmcid: 'AQIDBAUGBwgJCgsMDQ4PEA',
  id: 'order-17',
  dp: 'bakery',
  et: '1785499200',
  gv: '19.90',
  gc: 'USD',
  ec: 'shop',
  ea: 'purchase',
};
const refusals = [400, 401, 409, 413, 415, 500, 503];

export function attributionDocument(): InterfaceDocument {
  return {
    tag: 'Conversion postback',
    description:
      'Receives conversions that follow clicks. A 200 response means that the conversion is durably stored.',
    security: ['bareToken'],
    refusal: 'ConversionRefusal',
    refusalExamples: refusalExamples(attributionInterface),
    operations: [
      {
        method: 'get',
        path: '/',
        id: 'sendConversion',
        summary: 'Send a conversion in the query string',
        description: FURTHER,
        parameters: [
          ...parameters.map(([name, { description, required }]) =>
            query(name, description, { type: 'string', ...value }, required),
          ),
          IDEMPOTENCY_KEY,
        ],
        answer,
        example,
        refusals,
      },
      {
        method: 'post',
        path: '/',
        id: 'postConversion',
        summary: 'Send a conversion in a form',
        description: 'If there is a body, the query string is ignored.',
        parameters: [IDEMPOTENCY_KEY],
        body: { type: 'application/x-www-form-urlencoded', schema: ref('Conversion'), example: CONVERSION },
        answer,
        example,
        refusals,
      },
    ],
    schemas: {
      Conversion: {
        ...objectOf(
          Object.fromEntries(parameters.map(([name, { description }]) => [name, text(description, value)])),
          {
            description: 'A conversion that follows a click.',
            optional: parameters.flatMap(([name, { required }]) => (required ? [] : [name])),
          },
        ),
        additionalProperties: { type: 'string', ...value },
      },
      ConversionRefusal: objectOf(
        { message: text('The documented message.') },
        { description: 'An error of the conversion postback.' },
      ),
    },
  };
}
