import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tokenEndpointAt } from '../../domain/access/identity/assertions/token-endpoint.ts';
import type { System } from '../../domain/context.ts';
import { withoutAddress } from '../../domain/events/intake/address.ts';
import { DOWNLOAD, type SandboxCall, storeCalls } from '../../domain/sandbox/certify/calls.ts';
import { callerIfKnown } from '../caller.ts';
import { callerOfSandbox, clientInAssertion } from './caller.ts';
import { isRepetition } from './repeat-call.ts';
import { bodyHash, hasMutationKeyword, watchBody } from './watch-body.ts';

/** The maximum number of calls that wait to be stored with one statement. Further calls are not recorded. */
const MAX_WAITING = 5000;
const GRAPHQL = /^\/graphql\/?$/;

/** Records the calls of clients in a sandbox, for `sandbox certify`. */
export function recordCalls(app: FastifyInstance, system: System): void {
  if (!system.sandbox) return;
  const waiting: SandboxCall[] = [];
  let storing: Promise<void> | undefined;
  const notRecorded = (error: unknown) => system.log.warn({ err: error }, 'calls could not be recorded');

  async function store(): Promise<void> {
    while (waiting.length > 0) await storeCalls(system.pool, waiting.splice(0)).catch(notRecorded);
    storing = undefined;
  }

  async function note(request: FastifyRequest, reply: FastifyReply, at: Date): Promise<void> {
    const call = isRepetition(request) ? undefined : await callOf(system, request, reply, at);
    if (!call || waiting.length >= MAX_WAITING) return;
    waiting.push(call);
    storing ??= store();
  }

  app.addHook('onRequest', (request, reply, done) => {
    const at = system.now();
    reply.raw.once('close', () => void note(request, reply, at).catch(notRecorded));
    done();
  });
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') watchBody(request, payload);
    done(null, payload);
  });
  app.addHook('onClose', () => storing);
}

/**
 * Returns undefined for a request without an authenticated client, so that no one can add calls to another
 * client's record.
 */
async function callOf(
  system: System,
  request: FastifyRequest,
  reply: FastifyReply,
  at: Date,
): Promise<SandboxCall | undefined> {
  const path = request.url.split('?', 1)[0] ?? '/';
  const owner = await callerOfSandbox(system, request);
  const isAccepted = reply.statusCode < 400;
  const endpoint = tokenEndpointAt(path);
  const clientId =
    callerIfKnown(request)?.actor.clientId ??
    owner?.clientId ??
    request.provenClient ??
    (isAccepted && endpoint ? clientInAssertion(request.body, endpoint) : undefined) ??
    (isAccepted && DOWNLOAD.test(path) ? '' : undefined);
  if (clientId === undefined) return undefined;
  const { headers, fault } = request;
  const isAnswered =
    reply.raw.writableFinished && !fault?.kind.match(/^(lose-answer|truncate|reset|timeout)$/);
  const retryAfter = Number(reply.getHeader('retry-after'));
  return {
    clientId,
    at,
    method:
      GRAPHQL.test(path) && request.method === 'POST' && !hasMutationKeyword(request)
        ? 'QUERY'
        : request.method,
    path: withoutAddress(path.slice(0, 1000)),
    status: isAnswered ? reply.statusCode : null,
    bodyHash: bodyHash(request),
    idempotencyKey: shown(headers['idempotency-key']),
    replayed: reply.getHeader('idempotency-replayed') === 'true',
    fault: fault?.text ?? null,
    retryAfter: Number.isFinite(retryAfter) && reply.hasHeader('retry-after') ? retryAfter : null,
    accept: shown(headers.accept),
    tokenExpiresAt: owner?.expiresAt ?? null,
  };
}

const shown = (header: string | string[] | undefined): string | null =>
  withoutAddress(header?.toString().slice(0, 255)) ?? null;
