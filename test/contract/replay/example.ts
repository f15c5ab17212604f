import { empty, list, nothing, object, one, type Shape, text } from './shape.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of earlier examples, of whatever shape
export type Made = Record<string, any>;
type Request = readonly [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown];

/**
 * One request of spec 2 as its tables and examples give it. They are sent in this order; `send` sees what
 * the earlier ones were answered, by their titles.
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

/** The common list parameters of spec 2, all of them. */
export const LISTED = 'query=o&page=1&limit=100&sort=name&dir=ASC';

/** `errors` of a refusal: its words are in `message`, or in validationErrors that name these properties. */
export const refusal = (httpStatusCode: number, ...propertyNames: readonly string[]) =>
  object({
    httpStatusCode: one(httpStatusCode),
    message: propertyNames.length > 0 ? nothing : text,
    validationErrors:
      propertyNames.length > 0 ? list(object({ message: text, propertyName: one(...propertyNames) })) : empty,
  });
