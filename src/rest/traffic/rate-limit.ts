import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type CallCount,
  callRefusal,
  lookAtCalls,
  METHODS,
  type Method,
  takeCall,
  tightest,
} from '../../domain/access/quota/calls.ts';
import { readCallLimits } from '../../domain/access/quota/read-call-limits.ts';
import type { DomainContext } from '../../domain/context.ts';
import { isReplay } from '../../http/idempotency.ts';
import type { TrafficRoute } from './route.ts';

export function rateLimitRoutes(route: TrafficRoute): void {
  route('GET', '/ratelimit', async ({ ctx }) => ({
    trafficApiRateLimit: limitsToWire(ctx.actor.userId, await readCallLimits({ ctx })),
  }));
}

/** Counts the call. The headers of every response describe its method's window with the fewest calls left. */
export async function limitCalls(
  request: FastifyRequest,
  reply: FastifyReply,
  ctx: DomainContext,
): Promise<void> {
  const { method, counts } = windowsOf(request);
  const caller = { system: ctx, userId: ctx.actor.userId, method };
  if (!counts || (await isReplay(request, ctx))) {
    setRateLimitHeaders(reply, await lookAtCalls(caller));
    return;
  }
  const counted = await takeCall(caller);
  setRateLimitHeaders(reply, counted);
  if (!counted.passed) throw callRefusal(counted);
}

/** HEAD counts as GET. Other methods have no windows, are refused with 405, and show the windows of GET. */
function windowsOf({ method: requested }: FastifyRequest): { method: Method; counts: boolean } {
  const method = METHODS.find((known) => known === requested);
  return { method: method ?? 'GET', counts: method !== undefined || requested === 'HEAD' };
}

function setRateLimitHeaders(reply: FastifyReply, counted: CallCount): void {
  const { limit, remaining, resetS, seconds } = tightest(counted);
  reply.headers({
    'ratelimit-limit': limit,
    'ratelimit-remaining': remaining,
    'ratelimit-reset': resetS,
    'ratelimit-policy': `${limit};w=${seconds}`,
  });
}

interface Counted {
  readonly windows: readonly Pick<CallCount['windows'][number], 'limit' | 'remaining'>[];
}

export function limitsToWire(userId: number, counts: Readonly<Record<Method, Counted>>) {
  const wire: Record<string, number> = { userId };
  for (const method of METHODS) {
    for (const [i, unit] of ['Min', 'Hr', 'Day'].entries()) {
      const { limit = 0, remaining = 0 } = counts[method].windows[i] ?? {};
      const name = `${method.toLowerCase()}LimitPer${unit}`;
      wire[name] = limit;
      wire[`${name}Remaining`] = remaining;
    }
  }
  const { getLimitPerMin, getLimitPerHr, getLimitPerDay } = wire;
  // The legacy fields contain the limits of GET.
  return { ...wire, limitPerMin: getLimitPerMin, limitPerHour: getLimitPerHr, limitPerDay: getLimitPerDay };
}
