// A REST partner: paths, bodies and answers are typed, and the client cares for tokens and repetition.
import { createClient } from 'flightline-client';
import type { Schema } from 'flightline-client/rest';

const { URL: url = '', CLIENT_ID: clientId = '', CLIENT_SECRET: clientSecret = '' } = process.env;
const client = createClient({ url, clientId, clientSecret });

const { response: advertisers } = await client.rest('GET', '/traffic/advertisers', { query: { limit: 5 } });
const deal: Schema<'DealCreate'> = {
  name: 'Evening news',
  status: 'ACTIVE',
  exchangeId: 1,
  exchangeDealId: 'X-1',
  description: 'Fixed price',
  accountIsExcluded: false,
  accounts: advertisers.map(({ id }) => id),
};
const { response: made } = await client.rest('POST', '/traffic/deals', { body: deal });
const { response: read } = await client.rest('GET', '/traffic/deals/{id}', { path: { id: made.id } });
console.log(read.id, read.accounts?.length);
