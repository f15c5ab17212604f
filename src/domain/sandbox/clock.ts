import { type Db, sql, transaction } from '../../platform/database/connection/client.ts';
import { publish } from '../../platform/database/rows/publish.ts';
import { Problems } from '../../resources/define/input.ts';
import { authorizeAdmin, type DomainContext, inTransaction, type System } from '../context.ts';
import { ForbiddenError } from '../errors.ts';
import { closeBooksOfHour } from './delivery/close-books.ts';
import { currentHour, isDelivered, waitForDelivery } from './delivery/deliver.ts';
import { parseDuration } from './duration.ts';
import { refreshSandbox, SANDBOX } from './follow.ts';
import { AdvanceSandboxClock, MAX_DAYS, SetSandboxClock } from './input.ts';
import type { Sandbox } from './state.ts';

/** The state of a sandbox's clock. */
export interface SandboxClock {
  readonly now: Date;
  /** Seconds of the sandbox per real second. */
  readonly speed: number;
  /** True while delivery of past full hours is still being simulated. */
  readonly catchingUp: boolean;
}

/** Returns the new setting of a clock that shows `now`. Throws ValidationError. */
type Move = (now: Date) => { readonly to?: Date | undefined; readonly speed?: number | undefined };

const DAY_MS = 86_400_000;

/** Throws unless the database is a sandbox. Every command and mutation of the sandbox calls this first. */
export function requireSandbox({ sandbox }: Pick<System, 'sandbox'>): Sandbox {
  if (sandbox) return sandbox;
  throw new ForbiddenError(
    'This database is not a sandbox. A database becomes one when it is first started with FLIGHTLINE_SANDBOX=on.',
  );
}

/**
 * Throws ForbiddenError for a change that affects all seats of a sandbox, unless the caller is an admin and the sandbox
 * has only one seat. With more seats, only operators can make it.
 */
export async function authorizeGlobal(
  ctx: DomainContext,
  command: 'clock' | 'reset' | 'snapshot' | 'restore' | 'remove' = 'clock',
): Promise<void> {
  authorizeAdmin(ctx);
  requireSandbox(ctx);
  const seats = await sql(ctx.db)`SELECT FROM seat LIMIT 2`;
  if (seats.length === 1) return;
  throw new ForbiddenError(
    `This sandbox has more than one seat, and its ${command === 'clock' ? 'clock is the clock' : 'content is that'} of all of them. Ask an operator for flightline sandbox ${command}.`,
  );
}

export async function showClock(system: System): Promise<SandboxClock> {
  const sandbox = requireSandbox(system);
  const catchingUp = !(await isDelivered(system, currentHour(system)));
  return { now: sandbox.now(), speed: sandbox.speed, catchingUp };
}

/** Returns the state of the clock for whoever asks what time it is; null where the database is no sandbox. */
export async function findSandboxClock(ctx: DomainContext): Promise<SandboxClock | null> {
  return ctx.sandbox ? showClock(ctx) : null;
}

/** Returns the state of the clock. For admins. Throws ForbiddenError. */
export async function getSandboxClock({ ctx }: { ctx: DomainContext }): Promise<SandboxClock> {
  authorizeAdmin(ctx);
  return showClock(ctx);
}

/** Moves the clock ahead by a duration such as `36h`. For admins. Throws ForbiddenError, ValidationError. */
export async function advanceSandboxClock(options: {
  ctx: DomainContext;
  input: unknown;
}): Promise<SandboxClock> {
  const { ctx, input } = options;
  await authorizeGlobal(ctx);
  const problems = new Problems();
  const { by = '' } = problems.parse(ctx, AdvanceSandboxClock, input);
  problems.throwIfAny();
  return moveForCaller(ctx, advanceBy(by));
}

/** Sets the clock to a later time, its speed, or both. For admins. Throws ForbiddenError, ValidationError. */
export async function setSandboxClock(options: {
  ctx: DomainContext;
  input: unknown;
}): Promise<SandboxClock> {
  const { ctx, input } = options;
  await authorizeGlobal(ctx);
  const problems = new Problems();
  const { to, speed } = problems.parse(ctx, SetSandboxClock, input);
  problems.throwIfAny();
  return moveForCaller(ctx, setTo({ to, speed }));
}

/** Moves the clock. For operators. Throws ForbiddenError, ValidationError. */
export async function moveClock(system: System, move: Move): Promise<SandboxClock> {
  requireSandbox(system);
  await transaction(system.db, (db) => store(db, move));
  await refreshSandbox(system);
  return showClock(system);
}

async function moveForCaller(ctx: DomainContext, move: Move): Promise<SandboxClock> {
  const clock = await inTransaction(ctx, ({ db }) => store(db, move));
  if (ctx.validateOnly) return clock;
  await refreshSandbox(ctx);
  // After the response, the caller can request a report of the time that has passed.
  await waitForDelivery(ctx);
  await closeBooksOfHour(ctx);
  return showClock(ctx);
}

export function advanceBy(by: string): Move {
  const problems = new Problems();
  const ms = parseDuration(by) ?? Number.NaN;
  if (Number.isNaN(ms)) problems.add('by', 'must be a duration such as 90s, 36h, 30d or 1d12h');
  if (ms > MAX_DAYS * DAY_MS) problems.add('by', `must be at most ${MAX_DAYS}d`);
  problems.throwIfAny();
  return (now) => ({ to: new Date(now.getTime() + ms) });
}

export function setTo({ to, speed }: { to?: Date | undefined; speed?: number | undefined }): Move {
  return (now) => {
    const problems = new Problems();
    if (!to && speed === undefined) problems.add('to', 'or speed is required');
    if (to && to < now)
      problems.add('to', `must not be before ${now.toISOString()}, since the clock only moves ahead`);
    if (to && to.getTime() > now.getTime() + MAX_DAYS * DAY_MS)
      problems.add('to', `must be at most ${MAX_DAYS} days ahead`);
    problems.throwIfAny();
    return { to, speed };
  };
}

/**
 * The row is locked, so that of two moves the second begins where the first ended. Uses whole milliseconds, as
 * processes read the clock: with fractions, it could go back by one.
 */
async function store(db: Db, move: Move): Promise<SandboxClock> {
  await sql(db)`SELECT FROM sandbox_clock FOR UPDATE`;
  const [clock] = await sql<{ now: Date; at: Date }>(db)`
    SELECT date_trunc('milliseconds', shows) + (at - date_trunc('milliseconds', anchored_at)) * speed AS now, at
    FROM sandbox_clock, (SELECT date_trunc('milliseconds', clock_timestamp()) AS at) AS moment`;
  if (!clock) throw new Error('The sandbox has no clock.');
  const { to = null, speed = null } = move(clock.now);
  const [set] = await sql<SandboxClock>(db)`
    UPDATE sandbox_clock SET shows = greatest(${to}::timestamptz, ${clock.now}::timestamptz),
      anchored_at = ${clock.at}::timestamptz, speed = coalesce(${speed}::float8, speed)
    RETURNING shows AS now, speed, delivered_until < date_trunc('hour', shows, 'UTC') AS "catchingUp"`;
  await publish({ db, channel: SANDBOX });
  if (!set) throw new Error('The sandbox has no clock.');
  return set;
}
