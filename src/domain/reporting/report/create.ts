import { randomUUID } from 'node:crypto';
import type { Report } from '../../../platform/database/generated/prisma/client.ts';
import { ignoreField } from '../../../resources/define/ignored-fields.ts';
import type { WireProfile } from '../../access/identity/wire-profile.ts';
import { type DomainContext, inTransaction } from '../../context.ts';
import { diff } from '../../notifications/history/record.ts';
import { hasIgnoredIds, type IgnoredIds, NO_IGNORED_IDS } from './payload/ignored-ids.ts';
import { parseReport } from './payload/parse.ts';
import { understoodPayload } from './payload/payload.ts';
import { unknownFields } from './payload/unknown.ts';
import { reportSeats } from './plan.ts';
import { takeReportCall } from './quota.ts';
import { notifyReport } from './transitions.ts';

/**
 * Queues a report. Viewers can create reports too, because a report changes nothing.
 * @throws ValidationError for an invalid payload
 * @throws RestrictedCombinationError for a combination that the bidding rules forbid
 * @throws RateLimitedError if a window of the user is full; a refused payload counts too
 */
export async function createReport(options: {
  ctx: DomainContext;
  input: unknown;
  /** Determines the headings of the file. */
  wire?: WireProfile;
  /** Whether the interface counted the call before it read the body. */
  isCounted?: boolean;
  /** The IDs that the interface left out of `input`, because they have no data. */
  ignoredIds?: IgnoredIds;
}): Promise<Report> {
  const { ctx, input, wire = 'documented', isCounted = false, ignoredIds = NO_IGNORED_IDS } = options;
  if (!ctx.validateOnly && !isCounted) await takeReportCall(ctx, 'REPORT_POST');
  const spec = parseReport(input, { isStrict: ctx.config.strictFields, ignored: ignoredIds });
  const seatIds = reportSeats(spec, ctx.seatId, ctx.actor.seatIds);
  for (const path of unknownFields(input)) ignoreField(ctx, path);

  return inTransaction(ctx, async (ctx) => {
    const report = await ctx.db.report.create({
      data: {
        customerReportId: randomUUID(),
        seatId: ctx.seatId,
        userId: ctx.actor.userId,
        seatIds,
        payload: understoodPayload(input),
        ...(hasIgnoredIds(ignoredIds) && { ignoredIds: { ...ignoredIds } }),
        wire,
        createdAt: ctx.now(),
      },
    });
    await notifyReport(ctx.db, report.customerReportId);
    const { id, status } = report;
    const fields = diff({}, { status, requestPayload: understoodPayload(report.payload) });
    ctx.recorded?.push({ resource: 'Report', id, fields });
    return report;
  });
}
