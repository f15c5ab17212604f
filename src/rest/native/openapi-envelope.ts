import { type Parameter, query } from '../openapi/operation.ts';
import { arrayOf, objectOf, orNull, ref, type Schema, text } from '../openapi/schemas.ts';

/** Returns the schema of the native envelope around a response. */
export function nativeAnswer(response: Schema): Schema {
  return objectOf({
    errors: orNull(arrayOf(ref('NativeError'), 'The errors, one for each item that failed.')),
    timestamp: text('The time of the response in UTC, in the format `yyyy-MM-dd H:mm:ss`.'),
    response,
  });
}

export const pageParameters = (rows: number): Parameter[] => [
  query('si', 'The index of the first row to return.', { type: 'integer', minimum: 0, default: 0 }),
  query('mr', 'The maximum number of rows to return.', {
    type: 'integer',
    minimum: 1,
    maximum: 500,
    default: rows,
  }),
];
