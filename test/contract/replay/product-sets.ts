import { type Example, refusal } from './example.ts';
import { integer, list, matching, moment, nothing, object, offsetMoment, one, text } from './shape.ts';

const productSetFields = {
  id: integer,
  accountId: integer,
  name: text,
  type: one('RETAIL', 'PRODUCT'),
  status: one('ACTIVE'),
  productSetFilter: matching('JSON object', /^\{".+\}$/),
  count: integer,
  createdAt: offsetMoment,
  // Not in the document's table.
  updatedAt: moment,
};
const productSet = object(productSetFields);
const allProductsSet = object({
  ...productSetFields,
  productSetFilter: nothing,
  isAllProducts: one(true),
});

export const productSets: readonly Example[] = [
  ...[
    { title: 'product set', filter: { brand: { eq: 'Acme' } } },
    {
      title: 'a set of several filters',
      filter: { and: [{ price: { gte: 5 } }, { title: { contains: 'shoe' } }] },
    },
    { title: 'a set of a list', filter: { or: [{ category: { in_list: ['Shoes', 'Hats'] } }] } },
  ].map(
    ({ title, filter }): Example => ({
      title,
      send: ({ given }) => [
        'POST',
        '/productsets',
        {
          accountId: given.advertiserId,
          name: title,
          type: 'RETAIL',
          productSetFilter: filter,
          status: 'ACTIVE',
        },
      ],
      shape: productSet,
    }),
  ),
  {
    title: 'a read product set',
    send: ({ given, 'product set': { id } }) => ['GET', `/productsets/${id}?accountId=${given.advertiserId}`],
    shape: productSet,
  },
  {
    title: 'product sets, the youngest first',
    send: ({ given }) => [
      'GET',
      `/productsets?accountId=${given.advertiserId}&dir=desc&limit=3&page=1&sort=id`,
    ],
    shape: list(productSet),
  },
  {
    title: 'the set of all products',
    send: ({ given }) => [
      'GET',
      `/productsets?accountId=${given.advertiserId}&dir=asc&limit=1&page=1&sort=id`,
    ],
    shape: list(allProductsSet),
  },
  {
    title: 'a set of several groups',
    send: ({ given }) => [
      'POST',
      '/productsets',
      {
        accountId: given.advertiserId,
        name: 'Two groups',
        productSetFilter: { and: [{ or: [{ brand: { eq: 'A' } }] }, { or: [{ brand: { eq: 'B' } }] }] },
      },
    ],
    status: 400,
    shape: refusal(400, 'productSetFilter.and[0]', 'productSetFilter.and[1]'),
  },
];
