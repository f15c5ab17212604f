import type { AnyDomainError, DomainErrorReason } from '../../domain/errors.ts';
import type { ItemError } from '../../domain/native/batch/codes.ts';
import { HttpFault, type HttpFaultCode, headersOf, type Refusal } from '../../http/faults.ts';
import { type Answer, type HttpInterface, pathsUnder } from '../../http/interface.ts';
import { JsonText } from '../../resources/read/answer.ts';
import { ITEM_CODES, type NativeCode, STATUS } from './codes.ts';

/** An entry of `errors`. */
export type WireError = Omit<ItemError, 'code'> & { readonly code: NativeCode };

export const itemError = (error: ItemError): WireError => ({ ...error, code: ITEM_CODES[error.code] });

export function envelope(response: unknown, now: Date, errors: readonly WireError[] = []) {
  return { errors: errors.length > 0 ? errors : null, timestamp: timestamp(now), response };
}

/** The same for JSON text from the database. */
export const envelopeText = ({ text }: JsonText, now: Date): JsonText =>
  new JsonText(`{"errors":null,"timestamp":"${timestamp(now)}","response":${text}}`);

/** Returns `yyyy-MM-dd H:mm:ss` in UTC. The hour has no leading zero. */
export function timestamp(now: Date): string {
  const [day, time = ''] = now.toISOString().slice(0, 19).split('T');
  return `${day} ${time.replace(/^0/, '')}`;
}

const DOMAIN_CODES: Record<AnyDomainError['code'], NativeCode> = {
  VALIDATION: 'E40000_INVALID_INPUT',
  UNAUTHENTICATED: 'E50000_AUTHORIZATION_ERROR',
  FORBIDDEN: 'E50000_AUTHORIZATION_ERROR',
  NOT_FOUND: 'E40005_NOT_FOUND',
  CONFLICT: 'E40004_REQUEST_CONFLICT',
  RATE_LIMITED: 'E40003_TOO_MANY_REQUESTS',
  SERVICE_UNAVAILABLE: 'E50003_SERVICE_UNAVAILABLE',
};

const REASON_CODES: Partial<Record<DomainErrorReason, NativeCode>> = {
  SEAT_IN_SYNC: 'E40002_ACCOUNT_IN_SYNC_READ_ONLY',
  FEATURE_DISABLED: 'E30001_UNSUPPORTED_FEATURE',
  TOO_EXPENSIVE: 'E40006_HUGE_REQUEST',
};

/** A method that a path lacks is an unsupported feature, because 405 is the status of a seat in sync. */
const HTTP_CODES: Record<HttpFaultCode, NativeCode> = {
  BAD_REQUEST: 'E40000_INVALID_INPUT',
  MALFORMED_BODY: 'E40000_INVALID_INPUT',
  ROUTE_NOT_FOUND: 'E40005_NOT_FOUND',
  METHOD_NOT_ALLOWED: 'E30001_UNSUPPORTED_FEATURE',
  REQUEST_TIMEOUT: 'E40001_REQUEST_TIMEOUT',
  BODY_TOO_LARGE: 'E40006_HUGE_REQUEST',
  URI_TOO_LONG: 'E40007_REQUEST_URI_TOO_LONG',
  UNSUPPORTED_MEDIA_TYPE: 'E40008_UNSUPPORTED_MEDIA_TYPE',
  UNSUPPORTED_ENCODING: 'E40008_UNSUPPORTED_MEDIA_TYPE',
  HEADERS_TOO_LARGE: 'E40000_INVALID_INPUT',
  INTERNAL: 'E10000_INTERNAL_SERVER_ERROR',
  NOT_IMPLEMENTED: 'E30001_UNSUPPORTED_FEATURE',
};

const MESSAGES: Partial<Record<NativeCode, string>> = {
  E10000_INTERNAL_SERVER_ERROR: 'Internal Server Error',
  E30001_UNSUPPORTED_FEATURE: 'Unsupported feature',
  E40000_INVALID_INPUT: 'Invalid input',
  E50000_AUTHORIZATION_ERROR: 'Authorization error',
  E50003_SERVICE_UNAVAILABLE: 'Service unavailable',
  E40001_REQUEST_TIMEOUT: 'Request timeout',
  E40002_ACCOUNT_IN_SYNC_READ_ONLY: 'Account in sync',
  E40003_TOO_MANY_REQUESTS: 'Too many requests',
  E40004_REQUEST_CONFLICT: 'Request conflict',
  E40005_NOT_FOUND: 'Not found',
  E40006_HUGE_REQUEST: 'Huge request',
  E40007_REQUEST_URI_TOO_LONG: 'Request URI too long',
  E40008_UNSUPPORTED_MEDIA_TYPE: 'Unsupported media type',
};

function codeOf(refusal: Refusal): NativeCode {
  if (refusal instanceof HttpFault) return HTTP_CODES[refusal.code];
  return (refusal.reason && REASON_CODES[refusal.reason]) ?? DOMAIN_CODES[refusal.code];
}

/** Returns one entry, or one per invalid parameter. None belongs to an item. */
function errorsOf(refusal: Refusal, code: NativeCode): WireError[] {
  const message = MESSAGES[code] ?? '';
  const entry = (description: string, path = ''): WireError => ({
    errIndex: -1,
    code,
    message: path === 'advertiserId' ? 'Invalid advertiser id' : message,
    description,
  });
  // HTTP's own message contains 405, which on this interface means that the seat is in sync.
  if (refusal.code === 'METHOD_NOT_ALLOWED') return [entry('The path does not have this method.')];
  if (refusal instanceof HttpFault || refusal.code !== 'VALIDATION') return [entry(refusal.message)];
  return refusal.issues.map((issue) => entry(issue.message, issue.path));
}

function refuse(refusal: Refusal, now: Date): Answer {
  const code = codeOf(refusal);
  const status = STATUS[code];
  const body = envelope(null, now, errorsOf(refusal, code));
  return {
    status,
    headers: headersOf(refusal),
    // If the quota is used up, the documented body has a status and contains the envelope in `data`.
    body:
      status === 429
        ? { status, data: { errors: body.errors, response: null, timestamp: body.timestamp } }
        : body,
  };
}

export const nativeInterface: HttpInterface = { name: 'native', owns: pathsUnder('/v3/rest'), refuse };
