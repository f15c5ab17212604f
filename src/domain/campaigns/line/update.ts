import type { Line } from '../../../platform/database/generated/prisma/client.ts';
import { updateRow } from '../../../platform/database/rows/write-row.ts';
import { changedFields } from '../../../resources/define/changed-fields.ts';
import { mergeExtra } from '../../../resources/define/extra.ts';
import { Problems } from '../../../resources/define/input.ts';
import { changesParts } from '../../../resources/define/parts.ts';
import { lockWholeRow, nextUpdatedAt } from '../../../resources/define/rows.ts';
import { authorizeWrite, type DomainContext, inTransaction } from '../../context.ts';
import { recordChange } from '../../notifications/history/record.ts';
import { enqueueLineStatus } from '../../notifications/webhook/notify/line-status.ts';
import { isBelowDeleted, referredCampaign } from '../campaign/reference.ts';
import { hasGeography } from '../targeting/geography.ts';
import { checkCountdowns } from './countdowns.ts';
import { UpdateLine } from './input.ts';
import { columnsOf, LINE_PARTS, type LineWithParts, mergeLineParts, storedParts } from './parts.ts';
import { checkLanguageKey, pacingOf } from './rules.ts';
import { checkStatus } from './status.ts';
import { checkSupply, supplyDefaults } from './supply.ts';
import { operatorSupply, supplyIn } from './supply-name.ts';

/**
 * Updates the fields that are in the input. Lists are merged by ID. `orderId` moves the line to another
 * campaign of the same advertiser.
 */
export async function updateLine(options: {
  ctx: DomainContext;
  id: number;
  input: unknown;
  /** If set, throws ConflictError unless the stored `updatedAt` still has this value. */
  unchangedSince?: Date | undefined;
}): Promise<LineWithParts> {
  const { ctx, id, input, unchangedSince } = options;
  authorizeWrite(ctx);

  return inTransaction(ctx, async (ctx) => {
    const locked = await lockWholeRow<Line>({ ctx, table: 'line', resource: 'Line', id, unchangedSince });
    const before = { ...locked, ...(await storedParts({ ctx, lineId: id })) };
    const problems = new Problems();
    const parsed = problems.parse(ctx, UpdateLine, input, {
      ...before,
      feeList: before.fees,
      conversionList: before.conversions,
    });
    const { orderId, pacingMode } = parsed;
    const { supplyType, ...own } = columnsOf(parsed);
    const sent = { ...own, ...supplyIn({ ctx, problems, supplyType }) };
    const pacing = pacingOf({ problems, pacingMode, pacingModeType: sent.pacingModeType });
    const fields = { ...sent, ...pacing, ...supplyDefaults({ ...before, ...sent }) };
    await checkOrder({ ctx, problems, orderId, before });
    checkStatus({
      problems,
      from: before.status,
      to: fields.status,
      hasGeography: fields.status === 'ACTIVE' && (await hasGeography({ ctx, lineId: id })),
    });
    // A line of a deleted campaign cannot be activated. Whether the line can move to a campaign was checked above.
    const isStarted = fields.status === 'ACTIVE' && before.status !== 'ACTIVE';
    if (
      isStarted &&
      (await isBelowDeleted(ctx, before.campaignId)) &&
      (orderId ?? before.campaignId) === before.campaignId
    )
      problems.add('status', 'cannot become ACTIVE below a campaign that is deleted');
    if (fields.language !== before.language)
      await checkLanguageKey({ ctx, problems, language: fields.language });
    await checkCountdowns({ ctx, problems, line: before, isNativeEnabled: fields.isNativeEnabled });
    const { conversions, write } = await mergeLineParts({
      ctx,
      problems,
      advertiserId: before.advertiserId,
      stored: before,
      sent: parsed,
    });
    checkSupply({ problems, operator: operatorSupply(ctx), line: { ...before, ...fields }, conversions });
    await checkCap({ ctx, problems, line: before, cap: fields.bidMultiplierCap });
    const extra = mergeExtra({ ctx, problems, definition: UpdateLine, stored: before.extra, input });
    problems.throwIfAny();

    const columns = changedFields(before, { ...fields, campaignId: orderId, extra });
    if (!columns && !changesParts(write)) return before;
    const changed = await updateRow<Line>({
      db: ctx.db,
      table: 'line',
      row: { ...columns, id, updatedAt: nextUpdatedAt(ctx, before.updatedAt) },
    });
    const parts = changesParts(write)
      ? await ctx.db.line.update({ where: { id }, data: write as object, select: LINE_PARTS })
      : {};
    const after = { ...before, ...changed, ...parts };
    await recordChange({ ctx, resource: 'Line', id, action: 'UPDATE', before, after });
    await enqueueLineStatus(ctx, before, after);
    return after;
  });
}

/** The cap cannot be lower than any of the line's multipliers. */
async function checkCap(options: {
  ctx: DomainContext;
  problems: Problems;
  line: LineWithParts;
  cap: number | null | undefined;
}): Promise<void> {
  const { ctx, problems, line, cap } = options;
  if (cap === undefined || cap === null || cap === line.bidMultiplierCap) return;
  const above = await ctx.db.bidMultiplier.findFirst({
    where: { lineId: line.id, multiplier: { gt: cap } },
    orderBy: { multiplier: 'desc' },
    select: { id: true, multiplier: true },
  });
  if (above)
    problems.add(
      'bidMultiplierCap',
      `must not be below ${above.multiplier}, the bid multiplier ${above.id} of the line`,
    );
}

/** A line cannot move to another advertiser: its pixels, creatives and reports belong to the advertiser. */
async function checkOrder(options: {
  ctx: DomainContext;
  problems: Problems;
  orderId: number | undefined;
  before: LineWithParts;
}): Promise<void> {
  const { ctx, problems, orderId, before } = options;
  if (orderId === undefined || orderId === before.campaignId) return;
  const campaign = await referredCampaign({ ctx, problems, id: orderId });
  if (campaign && campaign.advertiserId !== before.advertiserId)
    problems.add('orderId', 'must be a campaign of the line’s advertiser');
}
