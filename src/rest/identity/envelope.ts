import type { FastifyReply, FastifyRequest } from 'fastify';
import { noteRefusedAssertion } from '../../domain/access/diagnostics/refused-assertion.ts';
import {
  OBSERVED_TOKEN_ENDPOINT,
  tokenEndpointAt,
} from '../../domain/access/identity/assertions/token-endpoint.ts';
import { OAuthError } from '../../domain/access/identity/oauth-error.ts';
import type { System } from '../../domain/context.ts';
import type { AnyDomainError } from '../../domain/errors.ts';
import { type HttpFaultCode, headersOf, type Refusal, statusOf } from '../../http/faults.ts';
import { type Answer, type HttpInterface, pathsUnder } from '../../http/interface.ts';

type Code = AnyDomainError['code'] | HttpFaultCode;

/** The error names of OAuth 2.0 (RFC 6749, RFC 6750). An error without one is an invalid request. */
const NAMES: Partial<Record<Code, string>> = {
  UNAUTHENTICATED: 'invalid_token',
  SERVICE_UNAVAILABLE: 'temporarily_unavailable',
  INTERNAL: 'server_error',
};

/** Returns the token service's error object for every error that is not an OAuthError. */
function refuse(refusal: Refusal): Answer {
  const { message } = refusal;
  return {
    status: statusOf(refusal),
    headers: { 'cache-control': 'no-store', ...headersOf(refusal) },
    body: { error: nameOf(refusal), error_description: message },
  };
}

function nameOf(refusal: Refusal): string {
  const fault = refusal.code === 'UNAUTHENTICATED' ? refusal.fault?.error : undefined;
  return fault ?? NAMES[refusal.code] ?? 'invalid_request';
}

/** Sends an OAuthError. The actual reason is only logged, and shown to the administrators of the client's seat. */
export const sendOAuthError =
  (system: System) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (!(error instanceof OAuthError)) throw error;
    const endpoint = tokenEndpointAt(request.routeOptions.url ?? '');
    // A form that cannot be read has no assertion.
    const form = new Map(new URLSearchParams(typeof request.body === 'string' ? request.body : ''));
    if (endpoint) noteRefusedAssertion({ system, endpoint, form, error });
    const { error: name, reason } = error;
    request.log.info({ requestId: request.id, error: name, reason }, 'the token service refused a request');
    return reply.code(name === 'invalid_client' ? 401 : 400).send(oauthBody(error));
  };

export const oauthBody = ({ error, message }: OAuthError) => ({ error, error_description: message });

const [isOurs, isObserved] = [pathsUnder('/identity'), pathsUnder(OBSERVED_TOKEN_ENDPOINT.path)];

export const identityInterface: HttpInterface = {
  name: 'identity',
  owns: (path) => isOurs(path) || isObserved(path),
  refuse,
};
