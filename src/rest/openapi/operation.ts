import type { Schema } from './schemas.ts';

/** One operation of an interface, described in its `openapi.ts`. */
export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** Parameters are in braces: `/traffic/advertisers/{id}`. */
  readonly path: string;
  /** The name of the operation in generated clients. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly body?: Body;
  /** The body of 200: a schema, or another media type. */
  readonly answer: Schema | { readonly mediaTypes: Readonly<Record<string, Schema>> };
  /** An example of the body of 200; undefined if it has none. */
  readonly example: unknown;
  /** Further successful statuses, such as 206. */
  readonly others?: Readonly<Record<number, string>>;
  /** The error statuses. Each has the interface's envelope. */
  readonly refusals: readonly number[];
  /** Set if no token is needed. */
  readonly open?: true;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly schema: Schema;
  readonly required?: boolean;
}

export interface Header {
  readonly description: string;
  readonly schema: Schema;
  /** Set if every response with that status has the header. */
  readonly required?: true;
}

interface Body {
  readonly type: string;
  readonly schema: Schema;
  readonly example: unknown;
}

/** Everything that one interface adds to the document. */
export interface InterfaceDocument {
  readonly tag: string;
  readonly description: string;
  /** The names of alternative security schemes. */
  readonly security: readonly string[];
  readonly schemas: Readonly<Record<string, Schema>>;
  /** The name of the schema of the error envelope. */
  readonly refusal: string;
  /** An example of the body of each error status. */
  readonly refusalExamples: Readonly<Record<number, unknown>>;
  /** Headers of all responses except 401, in addition to those of the status. */
  readonly headers?: Readonly<Record<string, Header>>;
  readonly operations: readonly Operation[];
}

/** The operator's settings that affect paths. */
export interface DocumentSettings {
  readonly operator: string;
  readonly eventsRealm: string;
  readonly reportingPrefix: string;
}

export const path = (name: string, description: string, schema: Schema = { type: 'integer' }): Parameter => ({
  name,
  in: 'path',
  description,
  schema,
  required: true,
});

export const query = (
  name: string,
  description: string,
  schema: Schema = { type: 'string' },
  required = false,
): Parameter => ({ name, in: 'query', description, schema, ...(required && { required }) });

/** Every write accepts it, except those of the token service. */
export const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A key that makes the request safe to repeat. Within 24 hours, a request with the same key and body returns the first response again.',
  schema: { type: 'string', maxLength: 255 },
};

export const SEAT_ID: Parameter = {
  name: 'X-Seat-Id',
  in: 'header',
  description: 'The ID of the seat to use, for users that belong to several seats. Same as `?seatId=`.',
  schema: { type: 'integer' },
};
