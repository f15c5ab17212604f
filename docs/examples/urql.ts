// urql as the client; flightline-client only for a document and its types.
import { Client, cacheExchange, fetchExchange, gql } from '@urql/core';
import {
  AdvertisersDocument,
  type AdvertisersQuery,
  type AdvertisersQueryVariables,
} from 'flightline-client/documents';

const { URL: url = '', TOKEN: token = '' } = process.env;

const client = new Client({
  url: `${url}/graphql`,
  exchanges: [cacheExchange, fetchExchange],
  preferGetMethod: false,
  fetchOptions: { headers: { authorization: `Bearer ${token}` } },
});

const advertisers = gql<AdvertisersQuery, AdvertisersQueryVariables>(String(AdvertisersDocument));
const { data, error } = await client.query(advertisers, { first: 2 }).toPromise();
if (error) throw error;
for (const { name, currency } of data?.advertisers.nodes ?? []) console.log(`${name} (${currency})`);
