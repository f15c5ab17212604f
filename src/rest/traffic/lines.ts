import type { DomainContext } from '../../domain/context.ts';
import { formatInstant } from '../../domain/instant.ts';
import { createLine } from '../../domain/line/create.ts';
import { getLine } from '../../domain/line/get.ts';
import { listLines } from '../../domain/line/list.ts';
import type { LineWithParts } from '../../domain/line/parts.ts';
import { updateLine } from '../../domain/line/update.ts';
import { shownSupply } from '../../domain/supply-word.ts';
import { idFromText } from '../ids.ts';
import { pickShown } from '../shown.ts';
import type { TrafficRoute } from './route.ts';
import { LINE, LINE_CONVERSION, LINE_FEE, LINE_SCHEDULE } from './shown.ts';

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
  const { id, campaignId, name, bidMultiplierCap, schedules, fees, conversions, extra, updatedAt } = line;
  return {
    id,
    name,
    orderId: campaignId,
    ...pickShown(LINE, line),
    supplyType: shownSupply(ctx, line.supplyType),
    ...(bidMultiplierCap !== null && { bidMultiplierCap }),
    schedules: schedules.map((schedule) => ({
      ...pickShown(LINE_SCHEDULE, schedule),
      startDateStr: formatInstant(schedule.startDate),
      endDateStr: formatInstant(schedule.endDate),
    })),
    feeList: fees.map((fee) => pickShown(LINE_FEE, fee)),
    conversionList: conversions.map((conversion) => pickShown(LINE_CONVERSION, conversion)),
    updatedAt: updatedAt.toISOString(),
    ...(extra as Record<string, unknown>),
  };
}
