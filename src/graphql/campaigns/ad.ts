import { createAd } from '../../domain/ad/create.ts';
import { AD, AD_COUNTDOWN, AD_SCHEDULE } from '../../domain/ad/definition.ts';
import { countAds, findAds } from '../../domain/ad/find.ts';
import { findAdCountdowns, findAdSchedules } from '../../domain/ad/find-parts.ts';
import { CreateAd, UpdateAd } from '../../domain/ad/input.ts';
import { updateAd } from '../../domain/ad/update.ts';
import { visibleAds } from '../../domain/ad/visible.ts';
import { adDeliveryBlockers } from '../../domain/line/blockers/read.ts';
import { historyOf } from '../account/history.ts';
import { Delivers } from '../delivery/delivers.ts';
import { connectionOf } from '../parts/connection-types.ts';
import { relatedConnection, rootConnection } from '../parts/connections.ts';
import { createMutation, updateMutation } from '../parts/mutations.ts';
import { numberedNodeType } from '../parts/node.ts';
import { oneById } from '../parts/one-by-id.ts';
import { resourceType } from '../parts/resource-type.ts';
import { addDeliveryBlockers, withDryRunBlockers } from './delivery-blockers.ts';
import { Line } from './line.ts';

export const Ad = resourceType(AD, { interfaces: [Delivers] });
numberedNodeType({ type: resourceType(AD_SCHEDULE), name: AD_SCHEDULE.name, find: findAdSchedules });
numberedNodeType({ type: resourceType(AD_COUNTDOWN), name: AD_COUNTDOWN.name, find: findAdCountdowns });

addDeliveryBlockers(Ad, 'ad', adDeliveryBlockers);

historyOf('Ad', Ad);

const ads = connectionOf({ resource: AD, type: Ad, visible: visibleAds, find: findAds });

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
  find: findAds,
  count: countAds,
});

oneById({ type: Ad, name: 'Ad', word: 'ad', find: findAds });

const findWritten = withDryRunBlockers(findAds, adDeliveryBlockers);

createMutation({
  resource: 'Ad',
  type: Ad,
  definition: CreateAd,
  bulk: true,
  find: findWritten,
  run: createAd,
});

updateMutation({
  resource: 'Ad',
  type: Ad,
  definition: UpdateAd,
  bulk: true,
  find: findWritten,
  run: updateAd,
});
