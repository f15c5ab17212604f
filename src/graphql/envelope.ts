import type { AnyDomainError } from '../domain/errors.ts';
import { HttpFault, type Refusal } from '../http/faults.ts';
import { type Answer, below, type HttpInterface } from '../http/interface.ts';

const STATUS: Record<AnyDomainError['code'], number> = {
  VALIDATION: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
};

/** What is refused before a document runs is answered as a GraphQL result without data. */
function refuse(refusal: Refusal): Answer {
  const headers = refusal instanceof HttpFault ? refusal.headers : {};
  return {
    status: refusal instanceof HttpFault ? refusal.status : STATUS[refusal.code],
    headers: 'retryAfterS' in refusal ? { 'retry-after': String(refusal.retryAfterS) } : headers,
    body: { errors: [{ message: refusal.message, extensions: { code: refusal.code } }] },
  };
}

export const graphqlInterface: HttpInterface = { name: 'graphql', owns: below('/graphql'), refuse };
