import {
  defineResource,
  enumField,
  HISTORY,
  identity,
  integer,
  text,
} from '../../../resources/define/definition.ts';
import * as sent from '../../../resources/define/fields.ts';
import { TARGETING_PARENT_TYPE } from '../batch/enums.ts';
import { ADVERTISER_ID, EXCLUDE, NATIVE_TIMESTAMPS, STATUS } from '../batch/fields.ts';

export const TARGETING_ATTRIBUTE = defineResource('TargetingAttribute', {
  one: 'targeting attribute',
  many: 'targeting attributes',
  description: 'A targeting attribute of a campaign or ad group: one value of one target type.',
  visible: 'of the seat',
  feature: 'targetingattribute',
  search: 'value',
  hidesDeleted: true,
  fields: {
    id: identity('TargetingAttribute'),
    advertiserId: ADVERTISER_ID,
    parentType: enumField(
      TARGETING_PARENT_TYPE,
      'parentType',
      'The type of the parent: `CAMPAIGN` or `ADGROUP`.',
      { input: sent.oneOf(TARGETING_PARENT_TYPE) },
    ),
    parentId: integer('parentId', 'The integer ID of the campaign or ad group.', {
      scalar: 'SafeInt',
      input: sent.id().describe('The campaign or ad group that is targeted. Immutable.'),
    }),
    type: text('type', 'The target type, such as `WOEID` or `SITE_X_DEVICE`.', {
      input: sent
        .token()
        .describe('The target type, such as `WOEID`, `DEVICE`, `SITE_X_DEVICE` or `SITE_GROUP_X_DEVICE`.'),
    }),
    value: text('value', 'The target value.', { input: sent.text() }),
    status: STATUS,
    exclude: EXCLUDE,
    ...NATIVE_TIMESTAMPS,
  },
  relations: { history: HISTORY },
  passthrough: 'extra',
  internal: ['seatId'],
});
