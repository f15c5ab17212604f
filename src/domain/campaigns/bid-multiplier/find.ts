import {
  defineList,
  enumField,
  integerField,
  numberField,
  TIMESTAMPS,
} from '../../../resources/filter/list-fields.ts';
import { BID_TARGET_TYPE } from './targets.ts';

export const BID_MULTIPLIER_LIST = defineList({
  model: 'BidMultiplier',
  fields: {
    targetType: enumField(BID_TARGET_TYPE, 'targetType'),
    targetValue: integerField('targetValue'),
    multiplier: numberField('multiplier'),
    ...TIMESTAMPS,
  },
});
