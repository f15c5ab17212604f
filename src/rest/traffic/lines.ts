import type { DomainContext } from '../../domain/context.ts';
import { formatInstant } from '../../domain/instant.ts';
import { createLine } from '../../domain/line/create.ts';
import { getLine } from '../../domain/line/get.ts';
import { listLines } from '../../domain/line/list.ts';
import type { LineWithParts } from '../../domain/line/parts.ts';
import { updateLine } from '../../domain/line/update.ts';
import { shownSupply } from '../../domain/supply-word.ts';
import { idFromText } from '../ids.ts';
import type { TrafficRoute } from './route.ts';

/** Spec 2, "Lines"; the list is RULINGS T9. */
export function lineRoutes(route: TrafficRoute): void {
  route('GET', '/lines/:id', async ({ ctx, params }) =>
    lineToWire(ctx, await getLine({ ctx, id: idFromText(params.id) })),
  );
  route('GET', '/lines', async ({ ctx, query }) => {
    const lines = await listLines({ ctx, input: query });
    return lines.map((line) => lineToWire(ctx, line));
  });
  route('POST', '/lines', async ({ ctx, body }) => lineToWire(ctx, await createLine({ ctx, input: body })));
  route('PUT', '/lines/:id', async ({ ctx, params, body }) =>
    lineToWire(ctx, await updateLine({ ctx, id: idFromText(params.id), input: body })),
  );
}

/** Known fields first, then those kept as sent, which never carry a known name. */
function lineToWire(ctx: DomainContext, line: LineWithParts) {
  const { id, campaignId, name, schedules, fees, conversions, extra, updatedAt, ...rest } = line;
  const { seatId: _, packageId: __, createdAt: ___, bidMultiplierCap, ...fields } = rest;
  return {
    id,
    name,
    orderId: campaignId,
    ...fields,
    supplyType: shownSupply(ctx, fields.supplyType),
    ...(bidMultiplierCap !== null && { bidMultiplierCap }),
    schedules: schedules.map(({ lineId: _, startDate, endDate, ...schedule }) => ({
      ...schedule,
      startDateStr: formatInstant(startDate),
      endDateStr: formatInstant(endDate),
    })),
    feeList: fees.map(({ lineId: _, ...fee }) => fee),
    conversionList: conversions.map(({ lineId: _, ...conversion }) => conversion),
    updatedAt: updatedAt.toISOString(),
    ...(extra as Record<string, unknown>),
  };
}
