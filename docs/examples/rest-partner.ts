// A REST partner: typed bodies and answers, with the client for tokens and repetition.
import { createClient } from 'flightline-client';
import type { components, paths } from 'flightline-client/rest';

type Advertisers = paths['/traffic/advertisers']['get']['responses']['200']['content']['application/json'];
type NewDeal = components['schemas']['DealCreate'];

const { FLIGHTLINE_URL: url = '', CLIENT_ID: clientId = '', CLIENT_SECRET: clientSecret = '' } = process.env;
const client = createClient({ url, clientId, clientSecret });

const { response: advertisers } = (await client.rest('GET', '/traffic/advertisers?limit=5')) as Advertisers;
const deal: NewDeal = {
  name: 'Evening news',
  status: 'ACTIVE',
  exchangeId: 1,
  exchangeDealId: 'X-1',
  description: 'Fixed price',
  accountIsExcluded: false,
  accounts: advertisers.map(({ id }) => id),
};
const made = (await client.rest('POST', '/traffic/deals', { body: deal })) as {
  response: components['schemas']['Deal'];
};
console.log(made.response.id, made.response.accounts?.length);
