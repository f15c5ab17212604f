import { AUDIENCE } from '../../domain/audiences/audience/definition.ts';
import { Advertiser } from '../campaigns/advertiser.ts';
import { connectionOf } from '../parts/connection-types.ts';
import { relatedConnection } from '../parts/connections.ts';
import { rowNodeType } from '../parts/node.ts';
import { resourceType } from '../parts/resource-type.ts';

const Audience = resourceType(AUDIENCE);
rowNodeType({ type: Audience, name: AUDIENCE.name });

relatedConnection({
  of: connectionOf({ resource: AUDIENCE, type: Audience }),
  owner: Advertiser,
  field: 'audiences',
  description: 'The audiences of hashed IDs that partners keep for the advertiser.',
});
