// The page of docs/graphql.md with urql: one query, from which each widget takes its part.
import { Client, cacheExchange, fetchExchange, gql } from '@urql/core';
import {
  DashboardPageDocument,
  type DashboardPageQuery,
  type DashboardPageQueryVariables,
} from 'flightline-client/documents';

const { URL: url = '', TOKEN: token = '', PIXEL_ID: pixelId = '' } = process.env;

const client = new Client({
  url: `${url}/graphql`,
  exchanges: [cacheExchange, fetchExchange],
  preferGetMethod: false,
  fetchOptions: { headers: { authorization: `Bearer ${token}` } },
});

const page = gql<DashboardPageQuery, DashboardPageQueryVariables>(String(DashboardPageDocument));
const { data, error } = await client.query(page, { pixelId }).toPromise();
if (error || !data) throw error ?? new Error('No data.');

console.log('Spend of the last seven days');
for (const { name, delivery, lines } of data.advertisers.nodes) {
  console.log(`  ${name}: ${delivery.spend.amount} ${delivery.spend.currency}`);
  for (const line of lines.nodes) console.log(`    ${line.name}: ${line.pacing?.status ?? 'no budget'}`);
}
console.log('Best ads by click rate, last 30 days');
for (const { name, delivery } of data.bestAds.nodes) console.log(`  ${name}: ${delivery.ctr ?? '–'}`);
console.log('Events');
for (const { outcome, receivedAt } of data.eventReceipts.nodes) console.log(`  ${receivedAt} ${outcome}`);
console.log('Changes');
for (const { action, node, user } of data.changes.nodes)
  console.log(`  ${user?.name ?? 'Unknown'}: ${action} ${node?.id ?? ''}`);
