import { createCampaign } from '../../domain/campaign/create.ts';
import { CAMPAIGN } from '../../domain/campaign/definition.ts';
import { countCampaigns, findCampaigns } from '../../domain/campaign/find.ts';
import { CreateCampaign, UpdateCampaign } from '../../domain/campaign/input.ts';
import { updateCampaign } from '../../domain/campaign/update.ts';
import { visibleCampaigns } from '../../domain/campaign/visible.ts';
import { historyOf } from '../account/history.ts';
import { Delivers } from '../delivery/delivers.ts';
import { connectionOf } from '../parts/connection-types.ts';
import { relatedConnection, rootConnection } from '../parts/connections.ts';
import { keptFields } from '../parts/kept-fields.ts';
import { createMutation, updateMutation } from '../parts/mutations.ts';
import { oneById } from '../parts/one-by-id.ts';
import { resourceType } from '../parts/resource-type.ts';
import { Advertiser } from './advertiser.ts';

export const Campaign = resourceType(CAMPAIGN, { whole: true, interfaces: [Delivers] });

keptFields(Campaign);
historyOf('Campaign', Campaign);

const campaigns = connectionOf({
  resource: CAMPAIGN,
  type: Campaign,
  visible: visibleCampaigns,
  find: findCampaigns,
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
  find: findCampaigns,
  count: countCampaigns,
});

oneById({ type: Campaign, name: 'Campaign', word: 'campaign', find: findCampaigns });

createMutation({
  resource: 'Campaign',
  type: Campaign,
  definition: CreateCampaign,
  find: findCampaigns,
  run: createCampaign,
});

updateMutation({
  resource: 'Campaign',
  type: Campaign,
  definition: UpdateCampaign,
  find: findCampaigns,
  run: updateCampaign,
});
