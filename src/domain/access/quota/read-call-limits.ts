import type { DomainContext } from '../../context.ts';
import { type CallCount, lookAtCalls, type Method } from './calls.ts';

/** Returns the caller's nine windows and the calls left in each, after this call. */
export async function readCallLimits(options: {
  ctx: DomainContext;
}): Promise<Readonly<Record<Method, CallCount>>> {
  const { ctx } = options;
  const look = (method: Method) => lookAtCalls({ system: ctx, userId: ctx.actor.userId, method });
  const [GET, PUT, POST] = await Promise.all([look('GET'), look('PUT'), look('POST')]);
  return { GET, PUT, POST };
}
