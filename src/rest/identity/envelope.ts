import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnyDomainError } from '../../domain/errors.ts';
import { OAuthError } from '../../domain/identity/oauth-error.ts';
import { HttpFault, type HttpFaultCode, type Refusal } from '../../http/faults.ts';
import { type Answer, below, type HttpInterface } from '../../http/interface.ts';

type Code = AnyDomainError['code'] | HttpFaultCode;

const STATUS: Record<AnyDomainError['code'], number> = {
  VALIDATION: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
};

/** The names that OAuth 2.0 has (RFC 6749, RFC 6750); whatever has none of its own is an invalid request. */
const NAMES: Partial<Record<Code, string>> = {
  UNAUTHENTICATED: 'invalid_token',
  UNAVAILABLE: 'temporarily_unavailable',
  INTERNAL: 'server_error',
};

/** The error object of the token service (spec 1 "Token service errors"), for all that is no OAuthError. */
function refuse(refusal: Refusal): Answer {
  const { code, message } = refusal;
  return {
    status: refusal instanceof HttpFault ? refusal.status : STATUS[refusal.code],
    headers: { 'cache-control': 'no-store', ...headersOf(refusal) },
    body: { error: NAMES[code] ?? 'invalid_request', error_description: message },
  };
}

function headersOf(refusal: Refusal): Readonly<Record<string, string>> {
  if (refusal instanceof HttpFault) return refusal.headers;
  if (refusal.code === 'UNAUTHENTICATED') return { 'www-authenticate': 'Bearer error="invalid_token"' };
  return 'retryAfterS' in refusal ? { 'retry-after': String(refusal.retryAfterS) } : {};
}

/** Answers the token service's own refusals; the real reason is for the log alone (RULINGS A2). */
export function sendOAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof OAuthError)) throw error;
  const { error: name, reason } = error;
  request.log.info({ reqId: request.id, error: name, reason }, 'the token service refused a request');
  const body = { error: name, error_description: error.message };
  return reply.code(name === 'invalid_client' ? 401 : 400).send(body);
}

export const identityInterface: HttpInterface = { name: 'identity', owns: below('/identity'), refuse };
