import { replicaReads } from '../../platform/metrics/replica.ts';
import type { ResourceContext } from '../context.ts';

/**
 * Runs a read on the replica, if there is one, once it has replayed the writes up to `position`. Otherwise,
 * or if that takes too long, runs it on the primary.
 */
export async function readFromReplica<Ctx extends ResourceContext, T>(
  ctx: Ctx,
  position: string | undefined,
  read: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  if (!ctx.replica) return read(ctx);
  const found = await ctx.replica.read(position, (pool) => read({ ...ctx, pool }));
  replicaReads.inc({ server: found ? 'replica' : 'primary' });
  return found ? found.answer : read(ctx);
}
