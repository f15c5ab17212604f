import { Temporal } from 'temporal-polyfill';
import type { Prisma } from '../../../platform/database/generated/prisma/client.ts';
import { changedFields } from '../../../resources/define/changed-fields.ts';
import { authorizeWrite, type DomainContext, inTransaction } from '../../context.ts';
import { ValidationError } from '../../errors.ts';
import { diff } from '../../notifications/history/record.ts';
import { getSavedReport, type SavedReport } from './find.ts';
import { checkSaved, type Sent } from './input.ts';
import { checkSchedule, lastSlot, type Schedule, type SentSchedule, WEEKDAYS } from './schedule.ts';

/** The limit per seat, so that one seat does not keep the workers from the reports of others. */
export const MAX_SCHEDULED = 100;

type Changes = Prisma.SavedReportUpdateInput;

const shown = ({ name, payload, every, weekday, hour, timezone, linkUntil }: SavedReport) => ({
  ...{ name, report: payload, schedule: every, hour, timezone, linkUntil: linkUntil?.toISOString() ?? null },
  weekday: weekday === null ? null : WEEKDAYS[weekday - 1],
});

/** Changes the name, the payload or both. Throws NotFoundError, ValidationError. */
export const updateSavedReport = (options: { ctx: DomainContext; id: number; input: Sent }) =>
  change(options, () => checkSaved(options.input));

/**
 * Makes a report run each day or week, or stops that. A schedule with an hour begins with its next time, one without
 * with the newest closed day. Throws NotFoundError, ValidationError.
 */
export const scheduleReport = (options: { ctx: DomainContext; id: number; input: SentSchedule }) =>
  change(
    options,
    (ctx, before) => {
      const schedule = checkSchedule(options.input);
      return { ...schedule, ...(changedFields(before, schedule) && beginWithNext(ctx, schedule)) };
    },
    checkCount,
  );

/** Marks the last time of a new schedule as done, so that nothing runs before the time that `nextRunAt` shows. */
function beginWithNext(ctx: DomainContext, schedule: Schedule): Changes {
  const slot = lastSlot(schedule, Temporal.Instant.fromEpochMilliseconds(ctx.now().getTime()));
  return slot ? { lastDay: new Date(slot.toPlainDate().subtract({ days: 1 }).toString()) } : {};
}

/** Locks the seat so that concurrent calls cannot exceed the limit. */
async function checkCount({ db, seatId }: DomainContext, id: number, { every }: Changes): Promise<void> {
  if (every === 'NEVER') return;
  await db.$queryRaw`SELECT FROM seat WHERE id = ${seatId} FOR NO KEY UPDATE`;
  const others = await db.savedReport.count({ where: { seatId, every: { not: 'NEVER' }, id: { not: id } } });
  if (others < MAX_SCHEDULED) return;
  const message = `every must be NEVER: ${others} saved reports of the seat have a schedule, and at most ${MAX_SCHEDULED} can have one`;
  throw new ValidationError([{ path: 'every', message }]);
}

/** Changes a saved report of the caller's seat, and records the difference. */
export async function change(
  { ctx: outer, id }: { ctx: DomainContext; id: number },
  dataOf: (ctx: DomainContext, before: SavedReport) => Changes,
  check?: (ctx: DomainContext, id: number, data: Changes) => Promise<void>,
): Promise<SavedReport> {
  authorizeWrite(outer);
  return inTransaction(outer, async (ctx) => {
    let before = await getSavedReport(ctx, id);
    const data = dataOf(ctx, before);
    if (check) {
      await check(ctx, id, data);
      // Another call may have changed it while this one waited for the lock.
      before = await getSavedReport(ctx, id);
    }
    const changed = changedFields(before, data);
    if (!changed) return before;
    // Scheduled reports read the seats of the user who last changed the payload or the schedule.
    const user = ('payload' in changed || 'every' in changed || 'hour' in changed) && {
      userId: ctx.actor.userId,
    };
    const after = await ctx.db.savedReport.update({
      where: { id },
      data: { ...changed, ...user, updatedAt: ctx.now() },
    });
    ctx.recorded?.push({ resource: 'SavedReport', id, fields: diff(shown(before), shown(after)) });
    return after;
  });
}

/** Deletes a saved report and returns it; reports created from it remain. Throws NotFoundError. */
export async function deleteSavedReport(options: { ctx: DomainContext; id: number }): Promise<SavedReport> {
  authorizeWrite(options.ctx);
  return inTransaction(options.ctx, async (ctx) => {
    const before = await getSavedReport(ctx, options.id);
    await ctx.db.savedReport.delete({ where: { id: before.id } });
    ctx.recorded?.push({ resource: 'SavedReport', id: before.id, fields: diff(shown(before), {}) });
    return before;
  });
}
