import { type Example, LISTED, refusal } from './example.ts';
import { flag, integer, list, maybe, moment, number, object, one, text } from './shape.ts';

const deal = object({
  id: integer,
  name: text,
  status: one('ACTIVE', 'INACTIVE'),
  exchangeId: integer,
  exchangeDealId: text,
  description: text,
  reservePrice: number,
  accountGroupId: maybe(integer),
  accountIsExcluded: flag,
  accounts: list(integer),
  accountGroups: list(integer),
  // Not in the document's table.
  updatedAt: moment,
});

export const deals: readonly Example[] = [
  {
    title: 'deal',
    send: ({ given, advertiser }) => [
      'POST',
      '/deals',
      {
        name: 'Home page',
        status: 'ACTIVE',
        exchangeId: 3,
        exchangeDealId: 'SPRING-1',
        description: 'Home page in spring',
        reservePrice: 2.5,
        accountGroupId: advertiser.accountGroupId,
        accountIsExcluded: false,
        accounts: [given.advertiserId],
        accountGroups: [advertiser.accountGroupId],
      },
    ],
    shape: deal,
  },
  { title: 'a read deal', send: ({ deal }) => ['GET', `/deals/${deal.id}`], shape: deal },
  { title: 'deals', send: () => ['GET', `/deals?${LISTED}`], shape: list(deal) },
  {
    title: 'an updated deal',
    send: ({ deal }) => ['PUT', `/deals/${deal.id}`, { status: 'INACTIVE', accountIsExcluded: true }],
    shape: deal,
  },
  {
    title: 'a deleted deal',
    send: ({ deal }) => ['DELETE', `/deals/${deal.id}`],
    status: 405,
    shape: refusal(405),
  },
];
