import { Temporal } from 'temporal-polyfill';
import { contextOfUser } from '../../access/identity/context-of-user.ts';
import { type DomainContext, inTransaction, type System } from '../../context.ts';
import { isDomainError } from '../../errors.ts';
import { closeOfBooks, SETTLING_HOURS } from '../report/books/close-of-books.ts';
import { createReport } from '../report/create.ts';
import { parseReport } from '../report/payload/parse.ts';
import type { SavedReport } from './find.ts';
import { lastSlot } from './schedule.ts';

/**
 * After this time, a report no longer waits for books that are still open: an advertiser may have stopped delivering.
 */
const GRACE_HOURS = 30;

/** Scheduled reports start within six hours after the books close. */
const SPREAD_MINUTES = 360;
/** Has no common divisor with the number of minutes, so that reports with consecutive IDs start far apart. */
const STEP_MINUTES = 97;

/**
 * Returns the earliest time at which the report of a day runs: six to twelve hours after the day's end, depending on
 * the ID, in the time zone of the advertiser whose day ends last.
 */
export function runsAt(options: {
  id: number;
  day: Temporal.PlainDate;
  timezones: readonly string[];
}): Temporal.Instant {
  const { id, day, timezones } = options;
  const ends = timezones.map((timezone) => day.add({ days: 1 }).toZonedDateTime(timezone).toInstant());
  const end = ends.toSorted(Temporal.Instant.compare).at(-1) as Temporal.Instant;
  return end.add({ hours: SETTLING_HOURS, minutes: (id * STEP_MINUTES) % SPREAD_MINUTES });
}

/** Creates the scheduled reports of days that have closed, once per day, however many processes call it. */
export async function makeDueReports(system: System): Promise<number> {
  if (system.operation?.outgoing === false) return 0;
  const scheduled = await system.db.savedReport.findMany({ where: { every: { not: 'NEVER' } } });
  let made = 0;
  for (const saved of scheduled) {
    try {
      if (await makeIfDue(system, saved)) made += 1;
    } catch (error) {
      system.log.warn({ err: error, savedReportId: saved.id }, 'a scheduled report could not be made');
      await noteFailure(system, saved, isDomainError(error) ? error.message : UNKNOWN_FAILURE);
    }
  }
  return made;
}

const UNKNOWN_FAILURE = 'The service could not make it. It tries again.';
const NO_ACCESS = 'The user who set the schedule does not belong to the seat any more. Set it again.';

/** Keeps the reason for the users of the seat. */
async function noteFailure(system: System, { id, failure }: SavedReport, reason: string): Promise<void> {
  if (failure === reason) return;
  await system.db.savedReport.updateMany({ where: { id }, data: { failure: reason } });
}

async function makeIfDue(system: System, saved: SavedReport): Promise<boolean> {
  const { seatId, userId } = saved;
  const outer = await contextOfUser({ system, seatId, userId, clientId: 'schedule', requestId: 'schedule' });
  if (!outer) {
    await noteFailure(system, saved, NO_ACCESS);
    return false;
  }
  const day = await closedDay(outer, saved);
  if (!day) return false;
  return inTransaction(outer, async (ctx) => {
    const lastDay = dateOf(day);
    const { count } = await ctx.db.savedReport.updateMany({
      where: { id: saved.id, every: saved.every, OR: [{ lastDay: null }, { lastDay: { lt: lastDay } }] },
      data: { lastDay },
    });
    if (count === 0) return false;
    const { customerReportId } = await createReport({ ctx, input: saved.payload });
    await ctx.db.savedReport.update({
      where: { id: saved.id },
      data: { lastReport: customerReportId, failure: null },
    });
    return true;
  });
}

const dateOf = (day: Temporal.PlainDate) => new Date(day.toString());

/**
 * Returns the newest day, or last day of a week, whose books are closed for all advertisers of the report; null if its
 * report was already created.
 */
async function closedDay(ctx: DomainContext, saved: SavedReport): Promise<Temporal.PlainDate | null> {
  const { accountIds } = parseReport(saved.payload);
  const advertisers = await ctx.db.advertiser.findMany({
    where: { seatId: ctx.seatId, ...(accountIds.length > 0 && { id: { in: accountIds.map(Number) } }) },
    select: { id: true, timezone: true },
  });
  const now = Temporal.Instant.fromEpochMilliseconds(ctx.now().getTime());
  const yesterdays = advertisers.map(({ timezone }) =>
    now.toZonedDateTimeISO(timezone).toPlainDate().subtract({ days: 1 }),
  );
  const [yesterday] = yesterdays.toSorted(Temporal.PlainDate.compare);
  if (!yesterday) return null;
  const slot = lastSlot(saved, now);
  const sunday = yesterday.subtract({ days: yesterday.dayOfWeek % 7 });
  const day = slot ? slot.toPlainDate().subtract({ days: 1 }) : saved.every === 'WEEKLY' ? sunday : yesterday;
  if (saved.lastDay && saved.lastDay >= dateOf(day)) return null;
  const timezones = advertisers.map(({ timezone }) => timezone);
  const isSpread = slot === null;
  if (isSpread && Temporal.Instant.compare(now, runsAt({ id: saved.id, day, timezones })) < 0) return null;
  for (const { id, timezone } of advertisers) {
    const end = day.add({ days: 1 }).toZonedDateTime(timezone).add({ hours: GRACE_HOURS });
    if (now.epochMilliseconds >= end.epochMilliseconds) continue;
    const { dayClosed } = await closeOfBooks({ ctx, advertiserId: String(id), day: day.toString() });
    if (!dayClosed) return null;
  }
  return day;
}
