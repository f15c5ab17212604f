import { type BucketState, refundUnits, takeUnits } from '../../domain/access/quota/bucket.ts';
import { RateLimitedError } from '../../domain/errors.ts';
import type { NativeCall, NativeMethod } from './route.ts';

/** The units that each object costs. */
const FACTOR: Record<NativeMethod, number> = { GET: 1, PUT: 2, DELETE: 2, POST: 3 };

/**
 * Takes the cost of a call before it runs: the factor for each object, at least 1. If too few units are left in the
 * clock hour, throws RateLimitedError and takes nothing.
 */
export async function charge(
  { ctx, reply }: Pick<NativeCall, 'ctx' | 'reply'>,
  method: NativeMethod,
  objects: number,
): Promise<BucketState> {
  const cost = Math.max(1, FACTOR[method] * objects);
  const account = { system: ctx, userId: ctx.actor.userId, bucket: 'native' } as const;
  const state = await takeUnits({ ...account, cost });
  const resetS = Math.max(1, Math.ceil((state.resetAt.getTime() - ctx.now().getTime()) / 1000));
  reply.headers({
    'ratelimit-limit': state.limit,
    'ratelimit-remaining': state.remaining,
    'ratelimit-reset': resetS,
  });
  if (state.ok) return state;
  throw new RateLimitedError({
    limit: 'NATIVE_PER_HOUR',
    retryAfterS: resetS,
    message: `The request costs ${cost} units, but only ${state.remaining} of ${state.limit} are left until the next hour.`,
  });
}

/** Refunds the units that a list reserved for rows that it did not return. */
export async function refund(
  { ctx, reply }: Pick<NativeCall, 'ctx' | 'reply'>,
  state: BucketState,
  units: number,
): Promise<void> {
  if (units <= 0) return;
  const account = { system: ctx, userId: ctx.actor.userId, bucket: 'native' } as const;
  await refundUnits({ ...account, units, resetAt: state.resetAt });
  reply.header('ratelimit-remaining', Math.min(state.limit, state.remaining + units));
}
