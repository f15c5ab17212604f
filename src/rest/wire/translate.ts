import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { System } from '../../domain/context.ts';
import { callerIfKnown, callerOf } from '../../http/caller.ts';
import { isRecord } from '../../resources/define/input.ts';
import { ignoredFieldsHeader } from '../ignored-fields.ts';
import type { ObservedCall } from './divergence.ts';
import { DIVERGENCES } from './divergences.ts';

type Translator = (value: unknown, call: ObservedCall) => unknown;

const requests = translatorsOf(({ requests }) =>
  Object.entries(requests ?? {}).map(([route, translate]) => [
    route,
    (body: unknown, call: ObservedCall) => translate?.({ ...call, body }),
  ]),
);
const answers = translatorsOf(({ answers }) =>
  Object.entries(answers ?? {}).map(([route, translate]) => [
    route,
    (answer: unknown, call: ObservedCall) => translate?.(answer, call),
  ]),
);

function translatorsOf(
  read: (divergence: (typeof DIVERGENCES)[number]) => [string, Translator][],
): ReadonlyMap<string, readonly Translator[]> {
  const found = new Map<string, Translator[]>();
  for (const [route, translator] of DIVERGENCES.flatMap(read))
    found.set(route, [...(found.get(route) ?? []), translator]);
  return found;
}

/** More than an error lists. */
const MAX_REFUSED = 500;

/**
 * Converts bodies to the documented format before the routes of a plugin, and responses to what clients expect after
 * them; for clients of the observed profile only. Register it after `replayWrites`, which compares and stores what is
 * actually sent and returned.
 */
export function translateObserved(app: FastifyInstance, { system }: { system: System }): void {
  const prefix = system.config.reportingPrefix;
  const routeOf = ({ method, routeOptions: { url = '' } }: FastifyRequest) =>
    `${method === 'HEAD' ? 'GET' : method} ${url.startsWith(`${prefix}/extreport`) ? url.slice(prefix.length) : url}`;

  app.addHook('preHandler', async (request) => {
    const call = observedCall(request);
    if (!call) return;
    for (const translate of requests.get(routeOf(request)) ?? [])
      request.body = await translate(request.body, call);
  });

  app.addHook('preSerialization', async (request, reply, payload) => {
    const call = observedCall(request);
    if (!call || reply.statusCode >= 300) return payload;
    reply.headers(ignoredFieldsHeader(call.ctx));
    const isEnveloped = isRecord(payload) && 'response' in payload && 'timeStamp' in payload;
    let answer = isEnveloped ? payload.response : payload;
    for (const translate of answers.get(routeOf(request)) ?? []) answer = await translate(answer, call);
    return isEnveloped ? { ...payload, response: answer } : answer;
  });
}

function observedCall(request: FastifyRequest): ObservedCall | undefined {
  if (callerIfKnown(request)?.actor.wire !== 'observed') return undefined;
  const ctx = callerOf(request);
  return {
    ctx,
    params: request.params as Record<string, string>,
    body: request.body,
    sentAs: (documented, path, reason) => {
      request.sentPaths ??= new Map();
      request.sentPaths.set(documented, { path, reason });
    },
    ignoreIds: (ids) => {
      request.ignoredIds = ids;
    },
    ignoredIds: request.ignoredIds,
    refuse: (path, reason) => {
      if (ctx.refusedFields.length >= MAX_REFUSED) return;
      ctx.refusedFields.push({ path, reason });
      request.sentPaths ??= new Map();
      request.sentPaths.set(path, { path });
    },
  };
}
