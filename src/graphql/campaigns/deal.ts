import { createDeal } from '../../domain/campaigns/deal/create.ts';
import { DEAL } from '../../domain/campaigns/deal/definition.ts';
import { CreateDeal, UpdateDeal } from '../../domain/campaigns/deal/input.ts';
import { updateDeal } from '../../domain/campaigns/deal/update.ts';
import { historyOf } from '../account/history.ts';
import { connectionOf } from '../parts/connection-types.ts';
import { relatedConnection, rootConnection } from '../parts/connections.ts';
import { createMutation, updateMutation } from '../parts/mutations.ts';
import { oneById } from '../parts/one-by-id.ts';
import { resourceType } from '../parts/resource-type.ts';
import { Advertiser } from './advertiser.ts';

export const Deal = resourceType(DEAL);

historyOf(Deal);

const deals = connectionOf({ resource: DEAL, type: Deal });

rootConnection({
  of: deals,
  field: 'deals',
  description: 'Returns the deals of the seat.',
});

oneById({ type: Deal, name: 'Deal', singular: 'deal' });

relatedConnection({
  of: deals,
  owner: Advertiser,
  field: 'deals',
  description: 'The deals that the advertiser can target.',
});

createMutation({ resource: 'Deal', type: Deal, definition: CreateDeal, run: createDeal });

updateMutation({ resource: 'Deal', type: Deal, definition: UpdateDeal, run: updateDeal });
