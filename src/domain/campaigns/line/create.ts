import type { Line } from '../../../platform/database/generated/prisma/client.ts';
import { insertRow } from '../../../platform/database/rows/write-row.ts';
import { mergeExtra } from '../../../resources/define/extra.ts';
import { Problems } from '../../../resources/define/input.ts';
import { authorizeWrite, type DomainContext, inTransaction } from '../../context.ts';
import { recordChange } from '../../notifications/history/record.ts';
import { referredCampaign } from '../campaign/reference.ts';
import { CreateLine } from './input.ts';
import { columnsOf, createParts, type LineWithParts, mergeLineParts } from './parts.ts';
import { checkLanguageKey, pacingOf } from './rules.ts';
import { checkStatus } from './status.ts';
import { checkSupply, supplyDefaults } from './supply.ts';
import { operatorSupply, supplyIn } from './supply-name.ts';

/** Creates a line in one of the caller's campaigns; PAUSED by default. */
export async function createLine(options: { ctx: DomainContext; input: unknown }): Promise<LineWithParts> {
  const { ctx, input } = options;
  authorizeWrite(ctx);

  return inTransaction(ctx, async (ctx) => {
    const problems = new Problems();
    const parsed = problems.parse(ctx, CreateLine, input);
    const campaign = await referredCampaign({ ctx, problems, id: parsed.orderId });
    const { pacingMode, pacingModeType, supplyType, ...rest } = parsed;
    const sent = { ...rest, ...supplyIn({ ctx, problems, supplyType }) };
    const line = {
      ...sent,
      ...supplyDefaults(sent),
      ...pacingOf({ problems, pacingMode, pacingModeType }),
    };
    checkStatus({ problems, from: undefined, to: line.status, hasGeography: false });
    await checkLanguageKey({ ctx, problems, language: line.language });
    const { conversions, write } = await mergeLineParts({
      ctx,
      problems,
      advertiserId: campaign?.advertiserId,
      stored: undefined,
      sent: parsed,
    });
    checkSupply({ problems, operator: operatorSupply(ctx), line, conversions });
    const extra = mergeExtra({ ctx, problems, definition: CreateLine, stored: {}, input });
    const { name, orderId, ...complete } = problems.complete(line, CreateLine);

    const now = ctx.now();
    const stored = await insertRow<Line>({
      db: ctx.db,
      table: 'line',
      row: {
        status: 'PAUSED',
        ...columnsOf(complete),
        name,
        seatId: ctx.seatId,
        campaignId: orderId,
        advertiserId: campaign?.advertiserId,
        extra,
        createdAt: now,
        updatedAt: now,
      },
    });
    const created = { ...stored, ...(await createParts({ db: ctx.db, lineId: stored.id, write })) };
    await recordChange({ ctx, resource: 'Line', id: created.id, action: 'CREATE', after: created });
    return created;
  });
}
