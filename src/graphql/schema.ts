import './ad.ts';
import './advertiser.ts';
import './campaign.ts';
import './connections.ts';
import './deal.ts';
import './errors.ts';
import './history.ts';
import './identity.ts';
import './native-list.ts';
import './product-set.ts';
import './product-set-preview.ts';
import './creative.ts';
import './line.ts';
import './pixel.ts';
import './scalars.ts';
import './targeting.ts';
import { builder } from './builder.ts';

export const schema = builder.toSchema();
