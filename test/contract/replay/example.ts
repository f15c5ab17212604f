import { empty, list, nothing, object, one, type Shape, text } from './shape.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of earlier examples, of whatever shape
export type Made = Record<string, any>;
type Request = readonly [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown];

/**
 * One request of the traffic interface, as its tables and examples show it. The requests are sent in order;
 * `send` gets the earlier responses by title.
 */
export interface Example {
  readonly title: string;
  /** Who sends it: a seat under legal compliance, or a user with one GET a minute. */
  readonly by?: 'compliant' | 'limited';
  readonly send: (made: Made) => Request;
  /** Of `response`; or, with a status that is a refusal, of `errors`. */
  readonly shape: Shape;
  readonly status?: number;
}

/** All common list parameters. */
export const LISTED = 'query=o&page=1&limit=100&sort=name&dir=ASC';

/** `errors` of a refusal: its words are in `message`, or in validationErrors that name these properties. */
export const refusal = (httpStatusCode: number, ...propertyNames: readonly string[]) =>
  object({
    httpStatusCode: one(httpStatusCode),
    message: propertyNames.length > 0 ? nothing : text,
    validationErrors:
      propertyNames.length > 0 ? list(object({ message: text, propertyName: one(...propertyNames) })) : empty,
  });
