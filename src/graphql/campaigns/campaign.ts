import { createCampaign } from '../../domain/campaigns/campaign/create.ts';
import { CAMPAIGN } from '../../domain/campaigns/campaign/definition.ts';
import { CreateCampaign, UpdateCampaign } from '../../domain/campaigns/campaign/input.ts';
import { updateCampaign } from '../../domain/campaigns/campaign/update.ts';
import { LOCK_WAIT } from '../../domain/native/batch/store.ts';
import { historyOf } from '../account/history.ts';
import { addBudgetSpent } from '../delivery/budget-spent.ts';
import { HasDelivery } from '../delivery/has-delivery.ts';
import { connectionOf } from '../parts/connection-types.ts';
import { relatedConnection, rootConnection } from '../parts/connections.ts';
import { createMutation, updateMutation } from '../parts/mutations.ts';
import { oneById } from '../parts/one-by-id.ts';
import { resourceType } from '../parts/resource-type.ts';
import { addPassthroughFields } from '../parts/row-field.ts';
import { Advertiser } from './advertiser.ts';

export const Campaign = resourceType(CAMPAIGN, { interfaces: [HasDelivery] });

addPassthroughFields(Campaign);
historyOf(Campaign);
addBudgetSpent(Campaign);

const campaigns = connectionOf({
  resource: CAMPAIGN,
  type: Campaign,
  delivers: true,
});

relatedConnection({
  of: campaigns,
  owner: Advertiser,
  field: 'campaigns',
  description: 'The campaigns of the advertiser.',
});

rootConnection({
  of: campaigns,
  field: 'campaigns',
  description: 'Returns the campaigns of the seat.',
});

oneById({ type: Campaign, name: 'Campaign', singular: 'campaign' });

createMutation({
  resource: 'Campaign',
  type: Campaign,
  definition: CreateCampaign,
  ...LOCK_WAIT,
  run: createCampaign,
});

updateMutation({
  resource: 'Campaign',
  type: Campaign,
  definition: UpdateCampaign,
  ...LOCK_WAIT,
  run: updateCampaign,
});
