import {
  defineResource,
  enumField,
  HISTORY,
  identity,
  reference,
  TIMESTAMPS,
  text,
} from '../../../resources/define/definition.ts';
import { defineEnum } from '../../../resources/define/enum-type.ts';
import * as sent from '../../../resources/define/fields.ts';
import { literal } from '../../../resources/read/statement/text.ts';
import { linesOfNativeList } from '../line/of-target.ts';
import { NATIVE_LIST_TYPE_ID } from './view.ts';

const NATIVE_LIST_STATUS = defineEnum('NativeListStatus', 'The possible states of a native list.', {
  ACTIVE: 'The list is active. Lines can block it.',
  INACTIVE: 'The list is inactive. No further line can block it.',
  ARCHIVED: 'The list is archived. No further line can block it.',
});

export const NATIVE_LIST = defineResource('NativeList', {
  one: 'native list',
  many: 'native lists',
  description: 'A native list: a list of sites and apps that a line can block as a whole.',
  visible: 'of the seat',
  search: 'name',
  fields: {
    id: identity('NativeList'),
    advertiserId: reference(
      'Advertiser',
      'advertiserId',
      'The integer ID of the advertiser that owns the list.',
      {
        rest: 'accountId',
        numeric: true,
        input: sent.id('Advertiser').describe('The advertiser that owns the list. Immutable.'),
      },
    ),
    name: text('name', 'The display name.', { input: sent.name() }),
    status: enumField(NATIVE_LIST_STATUS, 'status', 'The status: `ACTIVE`, `INACTIVE` or `ARCHIVED`.', {
      input: sent
        .oneOf(NATIVE_LIST_STATUS)
        .describe(
          'The status: `ACTIVE`, `INACTIVE` or `ARCHIVED`. Only an active list can be newly blocked by a line.',
        ),
    }),
    ...TIMESTAMPS,
  },
  relations: {
    history: HISTORY,
    advertiser: {
      to: 'one',
      resource: 'Advertiser',
      column: 'advertiserId',
      description: 'The advertiser that owns the list.',
    },
    lines: {
      to: 'pages',
      resource: 'Line',
      column: 'id',
      rule: linesOfNativeList,
      description: 'The lines that block the list.',
    },
  },
  derived: {
    nativeListTypeId: () => literal(String(NATIVE_LIST_TYPE_ID)),
    exclude: () => literal('true'),
  },
  customColumns: ['items'],
  internal: ['seatId', 'isAppList'],
});
