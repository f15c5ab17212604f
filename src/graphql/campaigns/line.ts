import { deliveryBlockers } from '../../domain/campaigns/line/blockers/read.ts';
import { createLine } from '../../domain/campaigns/line/create.ts';
import { LINE } from '../../domain/campaigns/line/definition.ts';
import { LINE_DELIVERY_STATUS } from '../../domain/campaigns/line/enums.ts';
import { CreateLine, UpdateLine } from '../../domain/campaigns/line/input.ts';
import { LINE_CONVERSION, LINE_FEE, LINE_SCHEDULE } from '../../domain/campaigns/line/part-definitions.ts';
import { updateLine } from '../../domain/campaigns/line/update.ts';
import { PACING_STATUS } from '../../domain/reporting/delivery/pacing.ts';
import { historyOf } from '../account/history.ts';
import { FLIGHT_DAYS } from '../delivery/arguments.ts';
import { HasDelivery } from '../delivery/has-delivery.ts';
import { addPacing } from '../delivery/pacing.ts';
import { connectionOf } from '../parts/connection-types.ts';
import { relatedConnection, rootConnection } from '../parts/connections.ts';
import { createMutation, updateMutation } from '../parts/mutations.ts';
import { rowNodeType } from '../parts/node.ts';
import { oneById } from '../parts/one-by-id.ts';
import { resourceType } from '../parts/resource-type.ts';
import { addPassthroughFields, definedField } from '../parts/row-field.ts';
import { enumOf } from '../parts/values/enums.ts';
import { priced } from '../server/price/price.ts';
import { Advertiser } from './advertiser.ts';
import { Campaign } from './campaign.ts';
import { Deal } from './deal.ts';
import { addDeliveryBlockers } from './delivery-blockers.ts';
import { NativeList } from './native-list.ts';

export const Line = resourceType(LINE, { interfaces: [HasDelivery] });

const LineSchedule = resourceType(LINE_SCHEDULE);
rowNodeType({ type: LineSchedule, name: LINE_SCHEDULE.name });
rowNodeType({ type: resourceType(LINE_FEE), name: LINE_FEE.name });
rowNodeType({ type: resourceType(LINE_CONVERSION), name: LINE_CONVERSION.name });

addPacing({ line: Line, schedule: LineSchedule });

const LineDeliveryStatus = enumOf(LINE_DELIVERY_STATUS);

definedField(Line, 'deliveryStatus', {
  type: LineDeliveryStatus,
  description:
    'The current delivery state: whether the line can deliver, by its settings, flights, ads and budgets.',
  extensions: priced(() => ({ rows: FLIGHT_DAYS })),
});

addDeliveryBlockers(Line, 'Line', deliveryBlockers);

addPassthroughFields(Line);
historyOf(Line);

const lines = connectionOf({
  ...{ resource: LINE, type: Line, delivers: true },
  derived: { deliveryStatus: LINE_DELIVERY_STATUS, pacing: PACING_STATUS },
});

relatedConnection({
  of: lines,
  owner: Deal,
  field: 'lines',
  description: 'The lines that buy through the deal.',
});

relatedConnection({
  of: lines,
  owner: NativeList,
  field: 'lines',
  description: 'The lines that block the list.',
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
});

oneById({ type: Line, name: 'Line', singular: 'line' });

createMutation({
  resource: 'Line',
  type: Line,
  definition: CreateLine,
  bulk: true,
  run: createLine,
});

updateMutation({
  resource: 'Line',
  type: Line,
  definition: UpdateLine,
  bulk: true,
  run: updateLine,
});
