import { AUDIENCE } from '../../domain/audience/definition.ts';
import { visibleAudiences } from '../../domain/audience/visible.ts';
import { Advertiser } from '../campaigns/advertiser.ts';
import { connectionOf, relatedConnection } from '../parts/connections.ts';
import { resourceType } from '../parts/resource-type.ts';

const Audience = resourceType(AUDIENCE);

relatedConnection({
  of: connectionOf({ resource: AUDIENCE, type: Audience, visible: visibleAudiences }),
  owner: Advertiser,
  field: 'audiences',
  description: 'The audiences of hashed IDs that partners keep for the advertiser.',
});
