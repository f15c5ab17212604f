import {
  boolean,
  decimal,
  defineResource,
  identity,
  integer,
  integers,
  long,
  MOMENTS,
  text,
  word,
} from '../resource/definition.ts';

export const DEAL = defineResource('Deal', {
  one: 'deal',
  many: 'deals',
  description: 'A deal: an agreement between an exchange and an advertiser, executed through a deal ID.',
  visible: 'of the seat',
  search: 'name',
  fields: {
    id: identity('Deal'),
    name: text('name', 'The display name.'),
    status: word(
      {
        name: 'DealStatus',
        description: 'The possible states of a deal.',
        values: {
          ACTIVE: { description: 'The deal is active. It can be targeted.' },
          INACTIVE: { description: 'The deal is inactive.' },
        },
      },
      'status',
      'The status: `ACTIVE` or `INACTIVE`.',
    ),
    exchangeId: long(
      'exchangeId',
      'The ID of the exchange. `dictionary.exchanges` lists the names of known exchanges.',
    ),
    exchangeDealId: text('exchangeDealId', 'The ID of the deal on the exchange.'),
    description: text('description', 'A description of the deal.'),
    reservePrice: decimal('reservePrice', 'The acceptable reserve price.'),
    accountGroupId: integer(
      'accountGroupId',
      'The integer ID of the account group that can target the deal.',
      { scalar: 'SafeInt' },
    ),
    accountIsExcluded: boolean(
      'accountIsExcluded',
      'How `accounts` is applied. If true, all advertisers except `accounts` can target the deal; if false, only `accounts` can.',
    ),
    accounts: integers(
      'accounts',
      'The integer IDs of the advertisers that can or cannot target the deal, depending on `accountIsExcluded`.',
    ),
    accountGroups: integers(
      'accountGroups',
      'The integer IDs of further account groups that can target the deal.',
    ),
    ...MOMENTS,
  },
  relations: {},
  internal: ['seatId'],
});
