import { AUDIENCE } from '../../domain/audience/definition.ts';
import { findAudiences } from '../../domain/audience/find.ts';
import { visibleAudiences } from '../../domain/audience/visible.ts';
import { Advertiser } from '../campaigns/advertiser.ts';
import { connectionOf } from '../parts/connection-types.ts';
import { relatedConnection } from '../parts/connections.ts';
import { numberedNodeType } from '../parts/node.ts';
import { resourceType } from '../parts/resource-type.ts';

const Audience = resourceType(AUDIENCE);
numberedNodeType({ type: Audience, name: AUDIENCE.name, find: findAudiences });

relatedConnection({
  of: connectionOf({ resource: AUDIENCE, type: Audience, visible: visibleAudiences }),
  owner: Advertiser,
  field: 'audiences',
  description: 'The audiences of hashed IDs that partners keep for the advertiser.',
});
