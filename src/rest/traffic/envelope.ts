import type { AnyDomainError } from '../../domain/errors.ts';
import { HttpFault, type Refusal } from '../../http/faults.ts';
import { type Answer, below, type HttpInterface } from '../../http/interface.ts';

/** The traffic envelope (spec 2, "Response envelope"; RULINGS T1). */
export function envelope(response: unknown, now: Date) {
  return { response, errors: null, timeStamp: now.toISOString() };
}

const STATUS: Record<AnyDomainError['code'], number> = {
  VALIDATION: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
};

function refuse(refusal: Refusal, now: Date): Answer {
  const status = refusal instanceof HttpFault ? refusal.status : STATUS[refusal.code];
  return {
    status,
    headers: headersOf(refusal),
    body: {
      response: null,
      errors: { httpStatusCode: status, ...detailOf(refusal) },
      timeStamp: now.toISOString(),
    },
  };
}

function headersOf(refusal: Refusal): Readonly<Record<string, string>> {
  if (refusal instanceof HttpFault) return refusal.headers;
  return 'retryAfterS' in refusal ? { 'retry-after': String(refusal.retryAfterS) } : {};
}

/** `message` is null where validationErrors say it. */
function detailOf(refusal: Refusal) {
  switch (refusal.code) {
    case 'VALIDATION':
      return {
        message: null,
        validationErrors: refusal.issues.map(({ path, message }) => ({ message, propertyName: path })),
      };
    case 'RATE_LIMITED':
      return {
        message: null,
        validationErrors: [{ message: refusal.message, propertyName: refusal.limit }],
      };
    case 'UNAUTHENTICATED':
      return { message: 'HTTP 401 Unauthorized', validationErrors: [] };
    default:
      return { message: refusal.message, validationErrors: [] };
  }
}

export const trafficInterface: HttpInterface = { name: 'traffic', owns: below('/traffic'), refuse };
