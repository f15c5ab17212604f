import { createAd } from '../../domain/campaigns/ad/create.ts';
import { AD, AD_COUNTDOWN, AD_SCHEDULE } from '../../domain/campaigns/ad/definition.ts';
import { CreateAd, UpdateAd } from '../../domain/campaigns/ad/input.ts';
import { updateAd } from '../../domain/campaigns/ad/update.ts';
import { adDeliveryBlockers } from '../../domain/campaigns/line/blockers/read.ts';
import { historyOf } from '../account/history.ts';
import { HasDelivery } from '../delivery/has-delivery.ts';
import { connectionOf } from '../parts/connection-types.ts';
import { relatedConnection, rootConnection } from '../parts/connections.ts';
import { createMutation, updateMutation } from '../parts/mutations.ts';
import { rowNodeType } from '../parts/node.ts';
import { oneById } from '../parts/one-by-id.ts';
import { resourceType } from '../parts/resource-type.ts';
import { addDeliveryBlockers } from './delivery-blockers.ts';
import { Line } from './line.ts';

export const Ad = resourceType(AD, { interfaces: [HasDelivery] });
rowNodeType({ type: resourceType(AD_SCHEDULE), name: AD_SCHEDULE.name });
rowNodeType({ type: resourceType(AD_COUNTDOWN), name: AD_COUNTDOWN.name });

addDeliveryBlockers(Ad, 'Ad', adDeliveryBlockers);

historyOf(Ad);

const ads = connectionOf({ resource: AD, type: Ad, delivers: true });

relatedConnection({
  of: ads,
  owner: Line,
  field: 'ads',
  description: 'The ads of the line.',
});

rootConnection({
  of: ads,
  field: 'ads',
  description: 'Returns the ads of the seat.',
});

oneById({ type: Ad, name: 'Ad', singular: 'ad' });

createMutation({
  resource: 'Ad',
  type: Ad,
  definition: CreateAd,
  bulk: true,
  run: createAd,
});

updateMutation({
  resource: 'Ad',
  type: Ad,
  definition: UpdateAd,
  bulk: true,
  run: updateAd,
});
