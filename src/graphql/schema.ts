import './advertiser.ts';
import './connections.ts';
import './deal.ts';
import './errors.ts';
import './history.ts';
import './identity.ts';
import './native-list.ts';
import './product-set.ts';
import './product-set-preview.ts';
import './scalars.ts';
import { builder } from './builder.ts';

export const schema = builder.toSchema();
