import { isConflict, isUnavailable } from '../db/errors.ts';
import { type AnyDomainError, ConflictError, isDomainError, UnavailableError } from '../domain/errors.ts';

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

const FAULTS: Record<HttpFaultCode, { status: number; message: string }> = {
  BAD_REQUEST: { status: 400, message: 'HTTP 400 Bad Request' },
  MALFORMED_BODY: { status: 400, message: 'The request body is not valid JSON.' },
  ROUTE_NOT_FOUND: { status: 404, message: 'HTTP 404 Not Found' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'HTTP 405 Method Not Allowed' },
  REQUEST_TIMEOUT: { status: 408, message: 'HTTP 408 Request Timeout' },
  BODY_TOO_LARGE: { status: 413, message: 'HTTP 413 Payload Too Large' },
  URI_TOO_LONG: { status: 414, message: 'HTTP 414 URI Too Long' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'HTTP 415 Unsupported Media Type' },
  HEADERS_TOO_LARGE: { status: 431, message: 'HTTP 431 Request Header Fields Too Large' },
  INTERNAL: { status: 500, message: 'Internal Server Error' },
};

export class HttpFault extends Error {
  readonly code: HttpFaultCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: HttpFaultCode, headers: Record<string, string> = {}) {
    super(FAULTS[code].message);
    this.code = code;
    this.status = FAULTS[code].status;
    this.headers = headers;
  }
}

/** Everything that an interface has to be able to say in its own envelope. */
export type Refusal = AnyDomainError | HttpFault;

const STATUS: Record<AnyDomainError['code'], number> = {
  VALIDATION: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
};

/** The HTTP status of a refusal, for interfaces that document no other. */
export function statusOf(refusal: Refusal): number {
  return refusal instanceof HttpFault ? refusal.status : STATUS[refusal.code];
}

/** The headers that go with a refusal, whatever its envelope. */
export function headersOf(refusal: Refusal): Readonly<Record<string, string>> {
  if (refusal instanceof HttpFault) return refusal.headers;
  return 'retryAfterS' in refusal ? { 'retry-after': String(refusal.retryAfterS) } : {};
}

const FASTIFY_CODES: Readonly<Record<string, HttpFaultCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED_BODY',
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED_BODY',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_REQUEST',
  FST_ERR_BAD_URL: 'BAD_REQUEST',
  FST_ERR_MAX_PARAM_LENGTH: 'URI_TOO_LONG',
  FST_ERR_ASYNC_CONSTRAINT: 'BAD_REQUEST',
  FST_ERR_NOT_FOUND: 'ROUTE_NOT_FOUND',
};

/** Sorts whatever was thrown into the closed set; what it does not know is INTERNAL and stays masked. */
export function toRefusal(error: unknown): Refusal {
  if (isDomainError(error) || error instanceof HttpFault) return error;
  if (isUnavailable(error)) return new UnavailableError();
  if (isConflict(error)) return new ConflictError('Another call changed the same resource; try again.');
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  const known = typeof code === 'string' ? FASTIFY_CODES[code] : undefined;
  if (known) return new HttpFault(known);
  if (error instanceof SyntaxError && statusCode === 400) return new HttpFault('MALFORMED_BODY');
  return new HttpFault('INTERNAL');
}
