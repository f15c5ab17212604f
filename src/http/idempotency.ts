import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HeldKey } from '../domain/access/idempotency/carried-out.ts';
import { releaseKey } from '../domain/access/idempotency/end-calls.ts';
import {
  checkKey,
  claimKey,
  isKeyInUse,
  type StoredAnswer,
  storeAnswer,
} from '../domain/access/idempotency/keys.ts';
import type { DomainContext } from '../domain/context.ts';
import { callerIfKnown, setCaller } from './caller.ts';

export const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const REPLAYED_HEADERS = ['content-type', 'location', 'x-ignored-fields'];

/** Rules that depend on the interface. */
interface Rules {
  /** Returns whether a call writes. Called once its body is parsed. By default, the method decides. */
  readonly isWrite?: (request: FastifyRequest) => boolean;
}

/** Answers a repeated write with the response of the first one, on all routes of a plugin. */
export function replayWrites(app: FastifyInstance, rules: Rules = {}): void {
  const { isWrite = ({ method }) => WRITES.has(method) } = rules;

  // Both hooks return at once for requests without a key, which are nearly all.
  app.addHook('preHandler', (request, reply, done) => {
    const key = keyOf(request);
    const ctx = callerIfKnown(request);
    if (key === undefined || !ctx || !isWrite(request)) return done();
    replay(request, reply, ctx, key).then((isReplayed) => isReplayed || done(), done);
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    const ctx = callerIfKnown(request);
    if (!ctx?.heldKey) return done(null, payload);
    keep(request, reply, ctx, ctx.heldKey, payload).then(() => done(null, payload), done);
  });
}

/** Replies with the stored response, if there is one. Otherwise reserves the key for this call. */
async function replay(
  request: FastifyRequest,
  reply: FastifyReply,
  ctx: DomainContext,
  key: string,
): Promise<boolean> {
  checkKey(key);
  const claim = await claimKey({ ctx, key, fingerprint: fingerprintOf(request, ctx) });
  if ('held' in claim) {
    setCaller(request, { ...ctx, heldKey: claim.held });
    return false;
  }
  if ('written' in claim) {
    setCaller(request, { ...ctx, replayed: claim.written });
    reply.header('idempotency-replayed', 'true');
    return false;
  }
  const { status, headers, body } = claim.answer;
  reply.code(status).headers(headers).header('idempotency-replayed', 'true');
  reply.send(body);
  return true;
}

async function keep(
  request: FastifyRequest,
  reply: FastifyReply,
  ctx: DomainContext,
  held: HeldKey,
  payload: unknown,
): Promise<void> {
  setCaller(request, { ...ctx, heldKey: undefined });
  try {
    const answer = answerOf(reply, payload);
    if (answer) await storeAnswer({ ctx, held, answer });
    else await releaseKey({ ctx, held });
  } catch (error) {
    request.log.error({ requestId: request.id, err: error }, 'the response could not be stored for replays');
    await releaseKey({ ctx, held }).catch(() => undefined);
  }
}

/**
 * Returns whether a call has a key that was used before. Such a call does not count towards the write
 * quota.
 */
export async function isReplay(request: FastifyRequest, ctx: DomainContext): Promise<boolean> {
  const key = keyOf(request);
  return key !== undefined && WRITES.has(request.method) && (await isKeyInUse({ ctx, key }));
}

/**
 * Returns the response to store, unless it is an internal error: the response to a repeat then states that
 * the call was executed.
 */
function answerOf(reply: FastifyReply, payload: unknown): StoredAnswer | undefined {
  const { statusCode: status } = reply;
  const body = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.from(payload) : undefined;
  if (!body || status >= 500) return undefined;
  const headers = Object.fromEntries(
    REPLAYED_HEADERS.flatMap((name) => {
      const value = reply.getHeader(name);
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );
  return { status, headers, body };
}

function keyOf(request: FastifyRequest): string | undefined {
  return request.headers['idempotency-key']?.toString();
}

function fingerprintOf(request: FastifyRequest, ctx: DomainContext): Buffer {
  const content = [ctx.seatId, request.method, request.url, request.body ?? null];
  return createHash('sha256').update(JSON.stringify(content)).digest();
}
