import { createAdvertiser } from '../../domain/campaigns/advertiser/create.ts';
import { ADVERTISER } from '../../domain/campaigns/advertiser/definition.ts';
import { CreateAdvertiser, UpdateAdvertiser } from '../../domain/campaigns/advertiser/input.ts';
import { updateAdvertiser } from '../../domain/campaigns/advertiser/update.ts';
import { historyOf } from '../account/history.ts';
import { HasDelivery } from '../delivery/has-delivery.ts';
import { connectionOf } from '../parts/connection-types.ts';
import { rootConnection } from '../parts/connections.ts';
import { createMutation, updateMutation } from '../parts/mutations.ts';
import { oneById } from '../parts/one-by-id.ts';
import { resourceType } from '../parts/resource-type.ts';

export const Advertiser = resourceType(ADVERTISER, { interfaces: [HasDelivery] });

historyOf(Advertiser);

const advertisers = connectionOf({
  resource: ADVERTISER,
  type: Advertiser,
  delivers: true,
});

rootConnection({
  of: advertisers,
  field: 'advertisers',
  description: 'Returns the advertisers of the seat.',
});

oneById({ type: Advertiser, name: 'Advertiser', singular: 'advertiser' });

createMutation({
  resource: 'Advertiser',
  type: Advertiser,
  definition: CreateAdvertiser,
  run: createAdvertiser,
});

updateMutation({
  resource: 'Advertiser',
  type: Advertiser,
  definition: UpdateAdvertiser,
  run: updateAdvertiser,
});
