import type { FastifyRequest } from 'fastify';
import { isTooLarge, withDatabaseShare } from '../../domain/access/request-share.ts';
import { positionOf } from '../../http/position.ts';
import { traced } from '../../platform/tracing/span.ts';
import { isRecord } from '../../resources/define/input.ts';
import { read } from '../../resources/read/read.ts';
import { readFromReplica } from '../../resources/read/read-from-replica.ts';
import { rateLimitField } from '../account/rate-limit.ts';
import { schema } from '../schema.ts';
import { queueNew } from '../server/documents/long-documents.ts';
import { mediaType } from '../server/media-type.ts';
import { returnRest, takeCost, withWork } from '../server/price/charge.ts';
import { takePointsAtOnce } from '../server/price/share-of-points.ts';
import { limitMsOf } from '../server/price/time-limit.ts';
import type { CallContext } from '../server/streams/sessions.ts';
import { fillDeferred, filled } from './deferred-field.ts';
import { isExplained, planOf } from './explain.ts';
import { type Fallback, MAX_BYTES, prepare, prepareIfPlanned } from './operations.ts';
import { withRanked } from './ranked.ts';

/** What is needed of a request. */
export type ReadRequest = Pick<FastifyRequest, 'method' | 'headers' | 'query' | 'body'>;

/**
 * Answers a query by one statement; otherwise returns the reason why the executor must. `now` of `ctx` must be fixed.
 */
export async function answerRead(options: {
  request: ReadRequest;
  ctx: CallContext;
  query: unknown;
}): Promise<{ type: string; text: string } | Fallback> {
  const { request, ctx, query } = options;
  const type = mediaType(request.headers.accept);
  const parameters = parametersOf(request);
  if (!type || !parameters || typeof query !== 'string' || ctx.costOnly)
    return { reason: 'the form of the request' };
  const operation = { ctx, schema, query, ...parameters };
  const prepared =
    prepareIfPlanned(operation) ??
    (await queueNew({ seatId: ctx.seatId, userId: ctx.actor.userId, source: query }, () =>
      prepare(operation),
    ));
  if ('reason' in prepared) return prepared;
  const { cost, refused } = await takeCost(ctx, prepared.cost);
  ctx.notes.cost = prepared.cost;
  ctx.notes.name(prepared.name);
  if (refused) return { reason: 'refused' };
  ctx.notes.isCharged = cost.used > 0;
  /** Refunds the points: the executor charges again. */
  const fallBack = (reason: string): Fallback => {
    returnRest(ctx, cost, { least: 0, objects: 0, reads: 0 });
    ctx.notes.isCharged = false;
    return { reason };
  };
  const { statement } = prepared;
  const values = { given: (name: string) => rateLimitField(cost, name), ...prepared.values };
  const end = await takePointsAtOnce(ctx, prepared.cost);
  const begun = performance.now();
  const limitMs = limitMsOf(prepared.cost);
  const isRanked = values.pages.some(({ ranking }) => ranking);
  // Pages ordered by delivery were ranked on the primary, so the query must not run on the replica.
  const nearby = <T>(one: (ctx: CallContext) => Promise<T>) =>
    isRanked ? one(ctx) : readFromReplica(ctx, positionOf(ctx, request), one);
  // When the caller disconnects, its statement is cancelled.
  const deliverySql = new Set<string>();
  const readRows = async () => {
    const pages = isRanked
      ? await loading(Promise.all(values.pages.map((page) => withRanked(ctx, page))))
      : values.pages;
    // Without spreads: this runs for every request, and each takes V8 3 µs.
    const call = isRanked ? { ...values, pages } : values;
    const { gone: signal } = ctx;
    const text = await nearby((ctx) =>
      read({ ctx, statement, values: call, limitMs, signal, operation: prepared.name }),
    );
    if (values.deferred.length === 0) return filled(text);
    const onStatement = (sql: string) => deliverySql.add(sql);
    return loading(fillDeferred({ ctx: { ...ctx, onStatement }, text, fields: values.deferred }));
  };
  // A single statement needs no share of the database.
  const isShared = isRanked || values.deferred.length > 0;
  const { seatId } = ctx;
  const readShared = () => (isShared ? withDatabaseShare(readRows, { seatId, limitMs }) : readRows());
  const answer = await traced({ name: 'read' }, () => readShared().catch(unlessRefused).finally(end));
  if (!answer) return fallBack('a field is refused');
  const { text: data, objects } = answer;
  const ms = performance.now() - begun;
  // Larger than any valid response: the executor reports the error with its own message.
  if (data.length * 3 > MAX_BYTES && Buffer.byteLength(data) > MAX_BYTES)
    return fallBack('the answer exceeds 32 MiB');
  const { leastCost: least, readCost: reads } = prepared;
  const used = withWork(returnRest(ctx, cost, { least, objects, reads }), ctx.notes);
  const plan = isExplained(request, ctx)
    ? await planOf({ ctx, statement, values, ms, deliverySql })
    : undefined;
  return { type, text: `{"data":${data},"extensions":${JSON.stringify({ cost: used, plan })}}` };
}

/**
 * A value could not be loaded, which is an error of its field. The executor reports it and returns the other fields.
 */
class DeferredFieldError extends Error {}

const loading = <T>(loads: Promise<T>): Promise<T> =>
  loads.catch((cause: unknown) => {
    throw new DeferredFieldError('A deferred field failed.', { cause });
  });

function unlessRefused(error: unknown): undefined {
  if (error instanceof DeferredFieldError || isTooLarge(error)) return undefined;
  throw error;
}

/** Returns the parameters of a request without unusual features, which nearly all are. */
function parametersOf({ method, body, query, headers }: ReadRequest) {
  const given = method === 'GET' ? query : body;
  if (!isRecord(given)) return undefined;
  if (method === 'POST' && !headers['content-type']?.startsWith('application/json')) return undefined;
  const { operationName, variables } = given;
  if (operationName != null && typeof operationName !== 'string') return undefined;
  const values =
    method === 'GET' && typeof variables === 'string' && variables !== '' ? JSON.parse(variables) : variables;
  if (values != null && !isRecord(values)) return undefined;
  return { operationName: operationName ?? undefined, variables: values ?? {} };
}
