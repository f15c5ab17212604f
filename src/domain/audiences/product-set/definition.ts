import {
  boolean,
  defineResource,
  enumField,
  HISTORY,
  identity,
  optionalStatus,
  reference,
  TIMESTAMPS,
  text,
} from '../../../resources/define/definition.ts';
import { defineEnum } from '../../../resources/define/enum-type.ts';
import * as sent from '../../../resources/define/fields.ts';

const PRODUCT_SET_TYPE = defineEnum('ProductSetType', 'The possible types of a product set.', {
  PRODUCT: 'Products of any kind.',
  RETAIL: 'Products of a retailer.',
});

export const PRODUCT_SET = defineResource('ProductSet', {
  one: 'product set',
  many: 'product sets',
  description: 'A product set: a selection of products from an advertiser’s feed.',
  visible: 'of the seat',
  search: 'name',
  fields: {
    id: identity('ProductSet'),
    advertiserId: reference(
      'Advertiser',
      'advertiserId',
      'The integer ID of the advertiser that owns the product set.',
      {
        rest: 'accountId',
        numeric: true,
        input: sent.id('Advertiser').describe('The advertiser that owns the product set. Immutable.'),
      },
    ),
    name: text('name', 'The display name.', { input: sent.name() }),
    type: enumField(
      PRODUCT_SET_TYPE,
      'type',
      'The type: `RETAIL` or `PRODUCT`. Null only for another type, which the set was created with before these two were the only ones. REST returns that.',
      {
        hasOlderValues: true,
        input: sent.oneOf(PRODUCT_SET_TYPE).optional().describe('The type: `RETAIL` or `PRODUCT` (default).'),
      },
    ),
    status: optionalStatus('ProductSet', { one: 'a product set' }),
    isAllProducts: boolean(
      'isAllProducts',
      'Whether this is the set of all products, which every advertiser has.',
      // Only returned for the all-products set.
      { rest: false },
    ),
    ...TIMESTAMPS,
  },
  relations: {
    history: HISTORY,
    advertiser: {
      to: 'one',
      resource: 'Advertiser',
      column: 'advertiserId',
      description: 'The advertiser that owns the product set.',
    },
  },
  customColumns: ['productSetFilter'],
  internal: ['seatId'],
});
