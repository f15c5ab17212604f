import { createDeal } from '../../domain/deal/create.ts';
import { DEAL } from '../../domain/deal/definition.ts';
import { countDeals, dealsOfAdvertisers, findDeals } from '../../domain/deal/find.ts';
import { CreateDeal, UpdateDeal } from '../../domain/deal/input.ts';
import { updateDeal } from '../../domain/deal/update.ts';
import { visibleDeals } from '../../domain/deal/visible.ts';
import { historyOf } from '../account/history.ts';
import { connectionOf } from '../parts/connection-types.ts';
import { rootConnection } from '../parts/connections.ts';
import { createMutation, updateMutation } from '../parts/mutations.ts';
import { oneById } from '../parts/one-by-id.ts';
import { ownedConnection } from '../parts/owned-connection.ts';
import { resourceType } from '../parts/resource-type.ts';
import { Advertiser } from './advertiser.ts';

const Deal = resourceType(DEAL);

historyOf('Deal', Deal);

const deals = connectionOf({ resource: DEAL, type: Deal, visible: visibleDeals });

rootConnection({
  of: deals,
  field: 'deals',
  description: 'Returns the deals of the seat.',
  find: findDeals,
  count: countDeals,
});

oneById({ type: Deal, name: 'Deal', word: 'deal', find: findDeals });

ownedConnection({
  of: deals,
  owner: Advertiser,
  field: 'deals',
  description: 'The deals that the advertiser can target.',
  select: { id: true, accountGroupId: true },
  rows: (ctx, advertisers: readonly { id: number; accountGroupId: number }[], conditions) =>
    dealsOfAdvertisers(ctx, advertisers, conditions),
});

createMutation({ resource: 'Deal', type: Deal, definition: CreateDeal, find: findDeals, run: createDeal });

updateMutation({ resource: 'Deal', type: Deal, definition: UpdateDeal, find: findDeals, run: updateDeal });
