import {
  decimal,
  defineResource,
  enumField,
  identity,
  TIMESTAMPS,
} from '../../../resources/define/definition.ts';
import { BID_TARGET_TYPE } from './targets.ts';

export const BID_MULTIPLIER = defineResource('BidMultiplier', {
  one: 'bid multiplier',
  many: 'bid multipliers',
  description: 'A factor that raises or lowers a line’s bid for one target.',
  visible: 'with its owner',
  fields: {
    id: identity('BidMultiplier'),
    targetType: enumField(BID_TARGET_TYPE, 'targetType', 'The kind of target.'),
    multiplier: decimal('multiplier', 'The factor by which the bid is multiplied.'),
    createdAt: { ...TIMESTAMPS.createdAt, description: 'The time when it was added.' },
    updatedAt: { ...TIMESTAMPS.updatedAt, description: 'The time of the last change.' },
  },
  relations: {},
  customColumns: ['targetValue'],
  internal: ['lineId'],
});
