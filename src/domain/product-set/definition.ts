import * as sent from '../fields.ts';
import {
  boolean,
  defineResource,
  IN_USE,
  identity,
  inUse,
  listed,
  MOMENTS,
  reference,
  text,
} from '../resource/definition.ts';

export const PRODUCT_SET = defineResource('ProductSet', {
  one: 'product set',
  many: 'product sets',
  description: 'A product set: a selection of products from an advertiser’s feed.',
  visible: 'of the seat',
  search: 'name',
  fields: {
    id: identity('ProductSet'),
    accountId: reference(
      'Advertiser',
      'advertiserId',
      'The integer ID of the advertiser that owns the product set.',
      {
        numeric: true,
        input: sent.id('Advertiser').describe('The advertiser that owns the product set. Immutable.'),
      },
    ),
    name: text('name', 'The display name.', { input: sent.name() }),
    type: listed('type', 'The type, such as `RETAIL` or `PRODUCT`.', {
      input: sent.token().optional().describe('The type, such as `RETAIL` or `PRODUCT` (default).'),
    }),
    status: inUse('ProductSet', 'a product set', {
      input: sent.oneOf(IN_USE).optional().describe('The status: `ACTIVE` (default) or `INACTIVE`.'),
    }),
    isAllProducts: boolean(
      'isAllProducts',
      'Whether this is the set of all products, which every advertiser has.',
      // Shown on that set alone.
      { rest: false },
    ),
    ...MOMENTS,
  },
  relations: {
    advertiser: {
      to: 'one',
      resource: 'Advertiser',
      column: 'advertiserId',
      description: 'The advertiser that owns the product set.',
    },
  },
  otherwise: ['productSetFilter'],
  internal: ['seatId'],
});
