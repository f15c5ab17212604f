import { createCreative } from '../../domain/campaigns/creative/create.ts';
import { CREATIVE } from '../../domain/campaigns/creative/definition.ts';
import { CreateCreative, UpdateCreative } from '../../domain/campaigns/creative/input.ts';
import { updateCreative } from '../../domain/campaigns/creative/update.ts';
import { historyOf } from '../account/history.ts';
import { connectionOf } from '../parts/connection-types.ts';
import { relatedConnection, rootConnection } from '../parts/connections.ts';
import { createMutation, updateMutation } from '../parts/mutations.ts';
import { oneById } from '../parts/one-by-id.ts';
import { resourceType } from '../parts/resource-type.ts';
import { Advertiser } from './advertiser.ts';

const Creative = resourceType(CREATIVE);

historyOf(Creative);

const creatives = connectionOf({ resource: CREATIVE, type: Creative });

relatedConnection({
  of: creatives,
  owner: Advertiser,
  field: 'creatives',
  description: 'The creatives of the advertiser.',
});

rootConnection({
  of: creatives,
  field: 'creatives',
  description: 'Returns the creatives of the seat.',
});

oneById({ type: Creative, name: 'Creative', singular: 'creative' });

createMutation({
  resource: 'Creative',
  type: Creative,
  definition: CreateCreative,
  run: createCreative,
});

updateMutation({
  resource: 'Creative',
  type: Creative,
  definition: UpdateCreative,
  run: updateCreative,
});
