import { type DomainErrorCode, RETURNED_WHEN } from '../domain/errors.ts';

/**
 * All error codes of this service, with the HTTP status. The HTTP errors, the error types and
 * `extensions.code` of GraphQL, and `docs/errors.md` are generated from this table.
 */
interface Entry {
  readonly status: number;
  /** For domain errors, `Returned when …`. For HTTP errors, a description of the refused request. */
  readonly when: string;
}

const domain = (code: DomainErrorCode, status: number): Entry => ({ status, when: RETURNED_WHEN[code] });

/** The statuses, for interfaces that do not document others. */
export const DOMAIN_ERRORS: Readonly<Record<DomainErrorCode, Entry>> = {
  VALIDATION: domain('VALIDATION', 400),
  UNAUTHENTICATED: domain('UNAUTHENTICATED', 401),
  FORBIDDEN: domain('FORBIDDEN', 403),
  NOT_FOUND: domain('NOT_FOUND', 404),
  CONFLICT: domain('CONFLICT', 409),
  RATE_LIMITED: domain('RATE_LIMITED', 429),
  SERVICE_UNAVAILABLE: domain('SERVICE_UNAVAILABLE', 503),
};

/** Errors of HTTP itself, before or outside the domain. */
export type HttpFaultCode =
  | 'BAD_REQUEST'
  | 'MALFORMED_BODY'
  | 'ROUTE_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'REQUEST_TIMEOUT'
  | 'BODY_TOO_LARGE'
  | 'URI_TOO_LONG'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'UNSUPPORTED_ENCODING'
  | 'HEADERS_TOO_LARGE'
  | 'INTERNAL'
  | 'NOT_IMPLEMENTED';

export const HTTP_FAULTS: Readonly<Record<HttpFaultCode, Entry & { readonly message: string }>> = {
  BAD_REQUEST: { status: 400, message: 'HTTP 400 Bad Request', when: 'a request that violates HTTP' },
  MALFORMED_BODY: {
    status: 400,
    message: 'The request body is not valid JSON.',
    when: 'a body that cannot be parsed',
  },
  ROUTE_NOT_FOUND: { status: 404, message: 'HTTP 404 Not Found', when: 'a path that does not exist' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: 'HTTP 405 Method Not Allowed',
    when: 'a method that the path does not support; `Allow` lists the supported methods',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    message: 'HTTP 408 Request Timeout',
    when: 'a request that takes too long to arrive',
  },
  BODY_TOO_LARGE: {
    status: 413,
    message: 'HTTP 413 Payload Too Large',
    when: 'a body larger than the limit',
  },
  URI_TOO_LONG: { status: 414, message: 'HTTP 414 URI Too Long', when: 'a URL longer than 16 KiB' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: 'HTTP 415 Unsupported Media Type',
    when: 'a Content-Type that is not supported',
  },
  UNSUPPORTED_ENCODING: {
    status: 415,
    message: 'The Content-Encoding of the request body is not supported. Send the body uncompressed.',
    when: 'a body with a Content-Encoding, such as `gzip`',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    message: 'HTTP 431 Request Header Fields Too Large',
    when: 'headers larger than the limit',
  },
  INTERNAL: {
    status: 500,
    message: 'Internal Server Error',
    when: 'an unexpected failure; the log has details under the request ID',
  },
  NOT_IMPLEMENTED: {
    status: 501,
    message: 'HTTP 501 Not Implemented',
    when: 'a method that HTTP does not know, or a Transfer-Encoding other than `chunked`',
  },
};

/** Errors that only GraphQL has: in `errors`, with `extensions.code`. */
export type GraphqlErrorCode =
  | 'ANSWER_LIMIT_EXCEEDED'
  | 'BAD_USER_INPUT'
  | 'COST_LIMIT_EXCEEDED'
  | 'DOCUMENT_LIMIT_EXCEEDED'
  | 'DOCUMENT_NOT_TRUSTED'
  | 'GRAPHQL_PARSE_FAILED'
  | 'GRAPHQL_VALIDATION_FAILED'
  | 'OPERATION_LIMIT_EXCEEDED'
  | 'OPERATION_RESOLUTION_FAILURE'
  | 'SUBSCRIPTION_LIMIT_EXCEEDED';

export const GRAPHQL_ERRORS: Readonly<Record<GraphqlErrorCode, Entry>> = {
  ANSWER_LIMIT_EXCEEDED: {
    status: 400,
    when: 'Returned when the answer would be larger than 32 MiB; what a mutation did until then stays done.',
  },
  BAD_USER_INPUT: {
    status: 400,
    when: 'Returned when an argument or variable is invalid. `extensions.argument` names the argument.',
  },
  COST_LIMIT_EXCEEDED: {
    status: 429,
    when: 'Returned when a request costs more than a single request may cost (400), or more than the caller has left in this hour (429). In a subscription: it pauses until `extensions.resetAt`, and resumes by itself.',
  },
  DOCUMENT_LIMIT_EXCEEDED: {
    status: 400,
    when: 'Returned when a document is too long or too deep, has too many aliases, directives or list items, reads the schema twice, or selects so much of errors that an answer could be longer than 64 KiB.',
  },
  DOCUMENT_NOT_TRUSTED: {
    status: 400,
    when: 'Returned when only registered documents are served and the document is not registered.',
  },
  GRAPHQL_PARSE_FAILED: { status: 400, when: 'Returned when the document is not valid GraphQL.' },
  GRAPHQL_VALIDATION_FAILED: {
    status: 400,
    when: 'Returned when the document does not match the schema.',
  },
  OPERATION_LIMIT_EXCEEDED: {
    status: 429,
    when: 'Returned when a WebSocket connection runs too many operations at once.',
  },
  OPERATION_RESOLUTION_FAILURE: {
    status: 400,
    when: 'Returned when the operation does not exist, or when the document has several and none is named.',
  },
  SUBSCRIPTION_LIMIT_EXCEEDED: {
    status: 429,
    when: 'Returned when the user, the seat or the client has too many subscriptions open at once, or those of the seat hold too much.',
  },
};

/** All values of `extensions.code`. */
export type AnyErrorCode = DomainErrorCode | HttpFaultCode | GraphqlErrorCode;
