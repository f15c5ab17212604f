import { type DomainErrorCode, RETURNED_WHEN } from '../domain/errors.ts';

/**
 * Every code that an error of this service can have, and the HTTP status that it corresponds to. From here come
 * the refusals of HTTP, the error types and `extensions.code` of GraphQL, and `docs/errors.md`.
 */
interface Entry {
  readonly status: number;
  /** `Returned when …` of the domain; what was refused, of HTTP. */
  readonly when: string;
}

const domain = (code: DomainErrorCode, status: number): Entry => ({ status, when: RETURNED_WHEN[code] });

/** Statuses of the interfaces that document no other. */
export const DOMAIN_ERRORS: Readonly<Record<DomainErrorCode, Entry>> = {
  VALIDATION: domain('VALIDATION', 400),
  UNAUTHENTICATED: domain('UNAUTHENTICATED', 401),
  FORBIDDEN: domain('FORBIDDEN', 403),
  NOT_FOUND: domain('NOT_FOUND', 404),
  CONFLICT: domain('CONFLICT', 409),
  RATE_LIMITED: domain('RATE_LIMITED', 429),
  UNAVAILABLE: domain('UNAVAILABLE', 503),
};

/** What HTTP itself can refuse before or beside the domain. */
export type HttpFaultCode =
  | 'BAD_REQUEST'
  | 'MALFORMED_BODY'
  | 'ROUTE_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'REQUEST_TIMEOUT'
  | 'BODY_TOO_LARGE'
  | 'URI_TOO_LONG'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'HEADERS_TOO_LARGE'
  | 'INTERNAL';

export const HTTP_FAULTS: Readonly<Record<HttpFaultCode, Entry & { readonly message: string }>> = {
  BAD_REQUEST: { status: 400, message: 'HTTP 400 Bad Request', when: 'a request that HTTP does not allow' },
  MALFORMED_BODY: {
    status: 400,
    message: 'The request body is not valid JSON.',
    when: 'a body that cannot be read',
  },
  ROUTE_NOT_FOUND: { status: 404, message: 'HTTP 404 Not Found', when: 'an unknown path' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: 'HTTP 405 Method Not Allowed',
    when: 'a method that the path does not have; `Allow` names those it has',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    message: 'HTTP 408 Request Timeout',
    when: 'a request that arrives too slowly',
  },
  BODY_TOO_LARGE: { status: 413, message: 'HTTP 413 Payload Too Large', when: 'a body above the limit' },
  URI_TOO_LONG: { status: 414, message: 'HTTP 414 URI Too Long', when: 'an address above 16 KiB' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: 'HTTP 415 Unsupported Media Type',
    when: 'a Content-Type that is not taken',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    message: 'HTTP 431 Request Header Fields Too Large',
    when: 'headers above the limit',
  },
  INTERNAL: {
    status: 500,
    message: 'Internal Server Error',
    when: 'a failure of the service; the request id names it in the log',
  },
};

/** What only GraphQL can refuse: in `errors`, as `extensions.code`. */
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
    when: 'Returned when an argument or variable cannot be meant; `extensions.argument` names the argument.',
  },
  COST_LIMIT_EXCEEDED: {
    status: 429,
    when: 'Returned when a request costs more than one may (400), or than the caller’s hour has left (429).',
  },
  DOCUMENT_LIMIT_EXCEEDED: {
    status: 400,
    when: 'Returned when a document is too long or too deep, has too many aliases, directives or list items, or reads the schema twice.',
  },
  DOCUMENT_NOT_TRUSTED: {
    status: 400,
    when: 'Returned when only registered documents are served and this one is not.',
  },
  GRAPHQL_PARSE_FAILED: { status: 400, when: 'Returned when the document is not GraphQL.' },
  GRAPHQL_VALIDATION_FAILED: {
    status: 400,
    when: 'Returned when the document does not fit the schema.',
  },
  OPERATION_LIMIT_EXCEEDED: {
    status: 429,
    when: 'Returned when one WebSocket connection runs too many operations at once.',
  },
  OPERATION_RESOLUTION_FAILURE: {
    status: 400,
    when: 'Returned when the document has no such operation, or several and none is named.',
  },
  SUBSCRIPTION_LIMIT_EXCEEDED: {
    status: 429,
    when: 'Returned when the user or the seat has too many subscriptions open at once.',
  },
};

/** Whatever stands in `extensions.code`. */
export type AnyErrorCode = DomainErrorCode | HttpFaultCode | GraphqlErrorCode;
