import type { Prisma } from '../../db/generated/prisma/client.ts';
import { changedFields } from '../changed-fields.ts';
import { authorizeWrite, type DomainContext, inTransaction } from '../context.ts';
import { ValidationError } from '../errors.ts';
import { diff } from '../history/record.ts';
import { isOneOf } from '../typed.ts';
import { getSavedReport, type SavedReport } from './find.ts';
import { checkSaved, type Sent } from './input.ts';

export const SCHEDULES = ['DAILY', 'WEEKLY', 'NEVER'] as const;
export type Every = (typeof SCHEDULES)[number];

const shown = ({ name, payload, every }: SavedReport) => ({ name, report: payload, schedule: every });

/** Changes the name, the payload or both. Throws NotFoundError, ValidationError. */
export const updateSavedReport = (options: { ctx: DomainContext; id: number; input: Sent }) =>
  change(options, () => checkSaved(options.input));

/** Makes a report each day or week, or no longer. A schedule begins with the newest closed day. */
export const scheduleReport = (options: { ctx: DomainContext; id: number; every: unknown }) =>
  change(options, () => ({ every: scheduleOf(options.every) }));

function scheduleOf(every: unknown): Every {
  if (isOneOf(SCHEDULES, every)) return every;
  throw new ValidationError([{ path: 'every', message: `every must be one of ${SCHEDULES.join(', ')}` }]);
}

async function change(
  { ctx: outer, id }: { ctx: DomainContext; id: number },
  dataOf: () => Prisma.SavedReportUpdateInput,
): Promise<SavedReport> {
  authorizeWrite(outer);
  return inTransaction(outer, async (ctx) => {
    const before = await getSavedReport(ctx, id);
    const changed = changedFields(before, dataOf());
    if (!changed) return before;
    // Scheduled reports read the seats of their user: that is who last said what to make, or when.
    const user = (changed.payload || changed.every) && { userId: ctx.actor.userId };
    const data = { ...changed, ...user, updatedAt: ctx.now() };
    const after = await ctx.db.savedReport.update({ where: { id }, data });
    ctx.recorded?.push({ resource: 'SavedReport', id, fields: diff(shown(before), shown(after)) });
    return after;
  });
}

/** Deletes a saved report; reports that were made of it stay. Throws NotFoundError. */
export async function deleteSavedReport(options: { ctx: DomainContext; id: number }): Promise<SavedReport> {
  authorizeWrite(options.ctx);
  return inTransaction(options.ctx, async (ctx) => {
    const before = await getSavedReport(ctx, options.id);
    await ctx.db.savedReport.delete({ where: { id: before.id } });
    ctx.recorded?.push({ resource: 'SavedReport', id: before.id, fields: diff(shown(before), {}) });
    return before;
  });
}
