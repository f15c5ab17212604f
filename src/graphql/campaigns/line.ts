import { PACING_STATUS } from '../../domain/delivery/pacing.ts';
import { deliveryBlockers, deliveryStatuses, statusOf } from '../../domain/line/blockers/read.ts';
import { createLine } from '../../domain/line/create.ts';
import { LINE, LINE_CONVERSION, LINE_FEE, LINE_SCHEDULE } from '../../domain/line/definition.ts';
import { LINE_DELIVERY_STATUS } from '../../domain/line/enums.ts';
import { countLines, findLines } from '../../domain/line/find.ts';
import { findLineConversions, findLineFees, findLineSchedules } from '../../domain/line/find-parts.ts';
import { CreateLine, UpdateLine } from '../../domain/line/input.ts';
import { updateLine } from '../../domain/line/update.ts';
import { visibleLines } from '../../domain/line/visible.ts';
import { recordIn } from '../../domain/typed.ts';
import { historyOf } from '../account/history.ts';
import { builder } from '../builder.ts';
import { FLIGHT_DAYS } from '../delivery/arguments.ts';
import { Delivers } from '../delivery/delivers.ts';
import { addPacing } from '../delivery/pacing.ts';
import { connectionOf } from '../parts/connection-types.ts';
import { relatedConnection, rootConnection } from '../parts/connections.ts';
import { enumOf } from '../parts/enums.ts';
import { createMutation, updateMutation } from '../parts/mutations.ts';
import { numberedNodeType } from '../parts/node.ts';
import { oneById } from '../parts/one-by-id.ts';
import { resourceType } from '../parts/resource-type.ts';
import { batchByKey, placeOf } from '../server/batches.ts';
import { priced } from '../server/price/price.ts';
import { Advertiser } from './advertiser.ts';
import { Campaign } from './campaign.ts';
import { addDeliveryBlockers, dryRunBlockers, withDryRunBlockers } from './delivery-blockers.ts';

export const Line = resourceType(LINE, { interfaces: [Delivers] });

const LineSchedule = resourceType(LINE_SCHEDULE);
numberedNodeType({ type: LineSchedule, name: LINE_SCHEDULE.name, find: findLineSchedules });
numberedNodeType({ type: resourceType(LINE_FEE), name: LINE_FEE.name, find: findLineFees });
numberedNodeType({
  type: resourceType(LINE_CONVERSION),
  name: LINE_CONVERSION.name,
  find: findLineConversions,
});

addPacing({ line: Line, schedule: LineSchedule });

const LineDeliveryStatus = enumOf(LINE_DELIVERY_STATUS);

builder.prismaObjectField(Line, 'deliveryStatus', (t) =>
  t.field({
    type: LineDeliveryStatus,
    description:
      'The current delivery state: whether the line can deliver, by its settings, flights, ads and budgets.',
    extensions: priced(() => ({ rows: FLIGHT_DAYS })),
    select: { id: true, status: true },
    resolve: async (line, _args, ctx, info) =>
      dryRunBlockers(line, statusOf) ??
      (await batchByKey(ctx, [...placeOf(info.path), 'status'], (ids: readonly number[]) =>
        deliveryStatuses(ctx, ids),
      )(line.id)) ??
      line.status,
  }),
);

addDeliveryBlockers(Line, 'line', deliveryBlockers);

builder.prismaObjectField(Line, 'extra', (t) =>
  t.field({
    type: 'JSONObject',
    description: 'Further fields that were sent with the resource, returned unchanged.',
    select: { extra: true },
    resolve: ({ extra }) => recordIn(extra),
  }),
);

historyOf('Line', Line);

const lines = connectionOf({
  ...{ resource: LINE, type: Line, visible: visibleLines, find: findLines },
  derived: { deliveryStatus: LINE_DELIVERY_STATUS, pacing: PACING_STATUS },
});

for (const owner of [Advertiser, Campaign])
  relatedConnection({
    of: lines,
    owner,
    field: 'lines',
    description: 'The lines that belong to this resource.',
  });

rootConnection({
  of: lines,
  field: 'lines',
  description: 'Returns the lines of the seat.',
  find: findLines,
  count: countLines,
});

oneById({ type: Line, name: 'Line', word: 'line', find: findLines });

createMutation({
  resource: 'Line',
  type: Line,
  definition: CreateLine,
  bulk: true,
  find: withDryRunBlockers(findLines, deliveryBlockers),
  run: createLine,
});

updateMutation({
  resource: 'Line',
  type: Line,
  definition: UpdateLine,
  bulk: true,
  find: withDryRunBlockers(findLines, deliveryBlockers),
  run: updateLine,
});
