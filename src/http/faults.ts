import {
  type AnyDomainError,
  ConflictError,
  isDomainError,
  type UnauthenticatedError,
  UnavailableError,
} from '../domain/errors.ts';
import { isConflict, isUnavailable, isUncertain, isUniqueViolation } from '../platform/database/errors.ts';
import { DOMAIN_ERRORS, HTTP_FAULTS, type HttpFaultCode } from './error-catalogue.ts';

export type { HttpFaultCode } from './error-catalogue.ts';

export class HttpFault extends Error {
  readonly code: HttpFaultCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: HttpFaultCode,
    headers: Record<string, string> = {},
    message = HTTP_FAULTS[code].message,
  ) {
    super(message);
    this.code = code;
    this.status = HTTP_FAULTS[code].status;
    this.headers = headers;
  }

  /** The problem in words, for the administrators of the client. Contains nothing that the caller sent. */
  get explanation(): string {
    return HTTP_FAULTS[this.code].message;
  }
}

/** All errors that an interface must be able to express in its own envelope. */
export type Refusal = AnyDomainError | HttpFault;

/** Returns the HTTP status of an error, for interfaces that do not document another. */
export function statusOf(refusal: Refusal): number {
  return refusal instanceof HttpFault ? refusal.status : DOMAIN_ERRORS[refusal.code].status;
}

/** Returns the headers of an error, which are the same in every envelope. */
export function headersOf(refusal: Refusal): Readonly<Record<string, string>> {
  if (refusal instanceof HttpFault) return refusal.headers;
  if (refusal.code === 'UNAUTHENTICATED') return { 'www-authenticate': challengeOf(refusal) };
  const wait = 'retryAfterS' in refusal ? refusal.retryAfterS : undefined;
  return wait === undefined ? {} : { 'retry-after': String(wait) };
}

/** In the format of RFC 6750, section 3: without an error code if the request had no token. */
function challengeOf({ fault }: UnauthenticatedError): string {
  if (!fault) return 'Bearer';
  return `Bearer error="${fault.error}"${fault.scope === undefined ? '' : `, scope="${fault.scope}"`}`;
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

/** Used when the outcome could not be determined within a few seconds. */
const UNCERTAIN =
  'The connection to the database was lost, and it is not known whether the request was carried out. Repeat it with its Idempotency-Key, or read the affected resources first.';

/** Converts any thrown value to a Refusal. Unknown errors become INTERNAL without details. */
export function toRefusal(error: unknown): Refusal {
  if (isDomainError(error) || error instanceof HttpFault) return error;
  if (isUncertain(error)) return new UnavailableError(UNCERTAIN);
  if (isUnavailable(error)) return new UnavailableError();
  if (isConflict(error) || isUniqueViolation(error))
    return new ConflictError(
      'The resource was changed by another request at the same time. Send the request again.',
    );
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  const known = typeof code === 'string' ? FASTIFY_CODES[code] : undefined;
  if (known) return new HttpFault(known);
  if (error instanceof SyntaxError && statusCode === 400) return new HttpFault('MALFORMED_BODY');
  return new HttpFault('INTERNAL');
}
