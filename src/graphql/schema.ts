import './advertiser.ts';
import './connections.ts';
import './errors.ts';
import './scalars.ts';
import { builder } from './builder.ts';

export const schema = builder.toSchema();
