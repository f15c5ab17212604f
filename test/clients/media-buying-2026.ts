import { type Client, FORM, type Known, type Operation, query, uniqueName } from './client.ts';
import { anything, list, model, needed, type Reader, text, whole } from './read.ts';

const answered = (reader: Reader): Reader => model({ response: needed(reader) });
const campaign = model({ id: needed(whole), name: needed(text), status: needed(text) });

const update = (name: string, body: object, changes: string[]): Operation => ({
  name,
  route: 'PUT /traffic/campaigns/:id',
  call: ({ campaignId }: Known) => ({ path: `/traffic/campaigns/${campaignId}`, body }),
  reads: answered(campaign),
  changes,
});

/** An adapter of a media buying agent (2025 to 2026). */
export const MEDIA_BUYING: Client = {
  letter: 'N',
  name: 'Media buying agent, 2026',
  needs:
    'The base URL can be set. The token URL and the audience are built in: point the name of the host at the service, and add its origin to `FLIGHTLINE_PUBLIC_URL`.',
  token: {
    path: '/identity/oauth2/access_token',
    header: { alg: 'HS256', typ: 'JWT' },
    claims: ({ clientId, origin, seconds }) => ({
      aud: `${origin}/identity/oauth2/access_token?realm=dsp`,
      ...{ iss: clientId, sub: clientId, iat: Math.floor(seconds), exp: Math.floor(seconds) + 600 },
      jti: `agent-${seconds}`,
    }),
    form: FORM,
    reads: model({ access_token: needed(text) }),
  },
  headers: { 'x-auth-method': 'OAuth2', 'content-type': 'application/json' },
  operations: [
    {
      name: 'test the connection',
      route: 'GET /traffic/dictionary',
      call: () => ({ path: '/traffic/dictionary' }),
      reads: answered(list(anything)),
      misses: ({ response }) => (response?.length > 0 ? [] : ['the list is empty']),
    },
    {
      name: 'list campaigns',
      route: 'GET /traffic/campaigns',
      call: ({ advertiserId: accountId }) => ({
        path: query('/traffic/campaigns', { accountId, limit: 100 }),
      }),
      reads: answered(list(campaign)),
    },
    {
      name: 'list campaigns by status',
      route: 'GET /traffic/campaigns',
      call: ({ advertiserId: accountId }) => ({
        path: query('/traffic/campaigns', { accountId, status: 'PAUSED', limit: 100 }),
      }),
      reads: answered(list(campaign)),
      misses: ({ response }) => (response?.length === 0 ? [] : ['the list is not filtered']),
    },
    {
      name: 'list campaigns from an offset',
      route: 'GET /traffic/campaigns',
      call: ({ advertiserId: accountId }) => ({
        path: query('/traffic/campaigns', { accountId, limit: 100, offset: 1 }),
      }),
      reads: answered(list(campaign)),
      misses: ({ response }) => (response?.length === 0 ? [] : ['the offset has no effect']),
    },
    {
      name: 'get a campaign',
      route: 'GET /traffic/campaigns/:id',
      call: ({ campaignId }) => ({ path: `/traffic/campaigns/${campaignId}` }),
      reads: answered(campaign),
    },
    update('pause a campaign', { status: 'PAUSED' }, ['status']),
    update('resume a campaign', { status: 'ACTIVE' }, ['status']),
    update('rename a campaign', { name: uniqueName('Renamed') }, ['name']),
    {
      name: 'create a campaign',
      route: 'POST /traffic/campaigns',
      call: ({ advertiserId: accountId, today, inAMonth }) => ({
        path: '/traffic/campaigns',
        body: {
          ...{ accountId, name: uniqueName('Campaign'), status: 'PAUSED' },
          // Millionths of the currency.
          budget: { amount: 5_000_000, currency: 'USD' },
          ...{ startDate: `${today}T00:00:00Z`, endDate: `${inAMonth}T00:00:00Z`, pacingType: 'EVEN' },
          ...{ goalType: 'IMPRESSION', goalValue: 1000 },
        },
      }),
      refused: { status: 400, names: ['budget'] },
      note: 'Its budget is an object of millionths, which no document of the platform has.',
    },
    {
      name: 'delete a campaign',
      route: 'DELETE /traffic/campaigns/:id',
      call: ({ campaignId }) => ({ path: `/traffic/campaigns/${campaignId}` }),
      refused: { status: 405 },
      note: 'Campaigns are deleted in the native interface.',
    },
  ],
};
