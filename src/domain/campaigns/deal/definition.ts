import {
  boolean,
  decimal,
  defineResource,
  HISTORY,
  identity,
  integer,
  integers,
  long,
  requiredStatus,
  TIMESTAMPS,
  text,
} from '../../../resources/define/definition.ts';
import * as sent from '../../../resources/define/fields.ts';
import { linesOfDeal } from '../line/of-target.ts';

const ids = (of: string) => sent.list(sent.id(of), 1000);

export const DEAL = defineResource('Deal', {
  one: 'deal',
  many: 'deals',
  description: 'A deal: an agreement between an exchange and an advertiser, executed through a deal ID.',
  visible: 'of the seat',
  search: 'name',
  fields: {
    id: identity('Deal'),
    name: text('name', 'The display name.', { input: sent.name() }),
    status: requiredStatus('Deal', { one: 'a deal', active: 'The deal is active. It can be targeted.' }),
    exchangeId: long(
      'exchangeId',
      'The ID of the exchange. `dictionary.exchanges` lists the names of known exchanges.',
      {
        input: sent
          .integer(1, Number.MAX_SAFE_INTEGER)
          .describe('The ID of the exchange. The dictionary lists the names of known exchanges.'),
      },
    ),
    exchangeDealId: text('exchangeDealId', 'The ID of the deal on the exchange.', { input: sent.text() }),
    description: text('description', 'A description of the deal.', { input: sent.text(2000) }),
    reservePrice: decimal('reservePrice', 'The acceptable reserve price.', {
      input: sent.amount().optional().describe('The acceptable reserve price. Default 0.'),
    }),
    currency: text('currency', 'The ISO 4217 currency code of the reserve price. Null if it is not known.', {
      rest: false,
      input: sent
        .currency()
        .nullable()
        .optional()
        .describe('The ISO 4217 currency code of the reserve price.'),
    }),
    accountGroupId: integer(
      'accountGroupId',
      'The integer ID of the account group that can target the deal.',
      {
        scalar: 'SafeInt',
        input: sent
          .id('AccountGroup')
          .nullable()
          .optional()
          .describe('The account group that can target the deal.'),
      },
    ),
    accountIsExcluded: boolean(
      'accountIsExcluded',
      'How `accounts` is applied. If true, all advertisers except `accounts` can target the deal; if false, only `accounts` can.',
      { input: sent.boolean() },
    ),
    accounts: integers(
      'accounts',
      'The integer IDs of the advertisers that can or cannot target the deal, depending on `accountIsExcluded`.',
      {
        input: ids('Advertiser')
          .optional()
          .describe('The advertisers that can or cannot target the deal, depending on `accountIsExcluded`.'),
      },
    ),
    accountGroups: integers(
      'accountGroups',
      'The integer IDs of further account groups that can target the deal.',
      {
        input: ids('AccountGroup').optional().describe('Further account groups that can target the deal.'),
      },
    ),
    ...TIMESTAMPS,
  },
  relations: {
    history: HISTORY,
    lines: {
      to: 'pages',
      resource: 'Line',
      column: 'id',
      rule: linesOfDeal,
      description: 'The lines that buy through the deal.',
    },
  },
  internal: ['seatId'],
});
