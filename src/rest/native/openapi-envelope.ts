import { type Parameter, query } from '../openapi/operation.ts';
import { arrayOf, objectOf, orNull, ref, type Schema, text } from '../openapi/schemas.ts';

/** The native envelope around a response. */
export function nativeAnswer(response: Schema): Schema {
  return objectOf({
    errors: orNull(arrayOf(ref('NativeError'), 'One for each item that failed.')),
    timestamp: text('When it was answered: yyyy-MM-dd H:mm:ss, in UTC.'),
    response,
  });
}

export const pageParameters = (rows: number): Parameter[] => [
  query('si', 'Start index.', { type: 'integer', minimum: 0, default: 0 }),
  query('mr', 'Most rows.', { type: 'integer', minimum: 1, maximum: 500, default: rows }),
];
