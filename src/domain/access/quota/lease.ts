import type { Pool } from 'pg';
import type { System } from '../../context.ts';
import { type BucketState, refundUnits, takeUnits } from './bucket.ts';

// A process leases GraphQL points from the shared ledger in allotments, so that most requests of a busy caller write
// nothing. Leased points count as used, so the limit is never exceeded.

/** How long an allotment is held before the unused rest is returned. */
const HELD_MS = 1_000;
/** A process leases at most this share of an hour's points in advance, and nothing if the hour has few points. */
const SHARE = 0.02;
const LEAST_AHEAD = 100;

interface Account {
  readonly system: Pick<System, 'pool' | 'now' | 'redis'>;
  readonly userId: number;
}

interface Lease {
  left: number;
  /** Units used since the lease began. The next lease takes this many in advance. */
  requested: number;
  /** The state of the ledger when the lease was taken. */
  state: BucketState;
  until: number;
}

const leases = new WeakMap<Pool, Map<number, Lease>>();

/** Takes `cost` points of the hour and returns the state of the bucket. A cost of 0 only reads the state. */
export async function takePoints({ system, userId, cost }: Account & { cost: number }): Promise<BucketState> {
  const ofProcess = leases.get(system.pool) ?? new Map<number, Lease>();
  leases.set(system.pool, ofProcess);
  const lease = ofProcess.get(userId);
  if (lease && isHeld(lease, system.now())) {
    lease.requested += cost;
    if (cost <= lease.left) {
      lease.left -= cost;
      return { ...stateOf(lease), ok: true };
    }
  }
  const share = Math.floor((lease?.state.limit ?? 0) * SHARE);
  const ahead = lease && share >= LEAST_AHEAD ? Math.min(lease.requested, share) : 0;
  const taken = await leaseOf({ system, userId, cost, ahead });
  const current = ofProcess.get(userId);
  if (current) {
    // Adds points left over from the previous lease, or leased by a concurrent call of this process.
    if (system.now() < current.state.resetAt) taken.left += current.left;
    if (isHeld(current, system.now())) taken.requested = current.requested;
  } else giveBack({ system, userId }, ofProcess);
  ofProcess.set(userId, taken);
  if (taken.state.ok || cost > taken.left) return stateOf(taken);
  taken.left -= cost;
  return { ...stateOf(taken), ok: true };
}

/** Gives points that were taken but not needed back to this process's lease, or to the ledger. */
export function returnPoints(options: Account & { units: number; resetAt: Date }): void {
  const { system, userId, units, resetAt } = options;
  if (units === 0) return;
  const lease = leases.get(system.pool)?.get(userId);
  if (lease?.state.resetAt.getTime() === resetAt.getTime()) lease.left += units;
  else refundUnits({ system, userId, bucket: 'graphql', units, resetAt }).catch(() => undefined);
}

/** Leases `cost` points and some in advance; only `cost` if there are no more. */
async function leaseOf(options: Account & { cost: number; ahead: number }): Promise<Lease> {
  const { cost, ahead, ...account } = options;
  const until = performance.now() + HELD_MS;
  const state = await takeUnits({ ...account, bucket: 'graphql', cost: cost + ahead });
  if (state.ok || ahead === 0) return { left: state.ok ? ahead : 0, requested: cost, state, until };
  return leaseOf({ ...account, cost, ahead: 0 });
}

/** An allotment is only valid for one hour. */
function isHeld({ state, until }: Lease, now: Date): boolean {
  return performance.now() < until && now < state.resetAt;
}

function stateOf({ state, left }: Lease): BucketState {
  return { ...state, remaining: state.remaining + left };
}

/** Gives unused points back to the ledger when the caller pauses. */
function giveBack(account: Account, ofProcess: Map<number, Lease>): void {
  setTimeout(() => {
    const lease = ofProcess.get(account.userId);
    if (!lease) return;
    if (performance.now() < lease.until) return giveBack(account, ofProcess);
    ofProcess.delete(account.userId);
    if (lease.left === 0) return;
    const { resetAt } = lease.state;
    // If the database cannot be reached, the points expire with the hour.
    refundUnits({ ...account, bucket: 'graphql', units: lease.left, resetAt }).catch(() => undefined);
  }, HELD_MS).unref();
}
