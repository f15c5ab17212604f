import { ASSERTION_TYPE, type Client, type Known, query } from './client.ts';
import { anything, decimal, list, model, needed, text, whole } from './read.ts';

const pause = (status: string) => ({
  name: status === 'PAUSED' ? 'pause' : 'resume',
  route: 'PUT /traffic/campaigns/:id' as const,
  call: ({ campaignId }: Known) => ({ path: `/traffic/campaigns/${campaignId}`, body: { status } }),
  reads: model({ response: needed(model({ id: needed(whole), status: needed(text) })) }),
  changes: ['status'],
});

/** A server of tools for many platforms, for Python and TypeScript (2026). */
export const CATALOGUE: Client = {
  letter: 'M',
  name: 'Tool server, 2026',
  needs:
    'The URLs are in its catalogue: set the token URL to `/zts/v1/oauth2/token`, the audience to `/zts/v1`, and the base URL. It puts the prefix `idb2b.dsp.dspapi.` before the client ID.',
  token: {
    path: '/zts/v1/oauth2/token',
    header: { alg: 'HS256', typ: 'JWT' },
    claims: ({ clientId, origin, seconds }) => ({
      aud: `${origin}/zts/v1`,
      ...{ iss: `idb2b.dsp.dspapi.${clientId}`, sub: `idb2b.dsp.dspapi.${clientId}` },
      ...{ iat: Math.floor(seconds), exp: Math.floor(seconds) + 600, jti: `nonce-${seconds}` },
    }),
    form: {
      ...{ grant_type: 'client_credentials', scope: 'api-client', realm: 'dsp' },
      client_assertion_type: ASSERTION_TYPE,
    },
    reads: model({ access_token: needed(text), expires_in: whole }),
  },
  headers: { 'x-auth-method': 'OAuth2', 'content-type': 'application/json' },
  operations: [
    {
      name: 'me',
      route: 'GET /traffic/seats',
      call: () => ({ path: '/traffic/seats' }),
      reads: model({ response: needed(anything) }),
      note: 'M expects a list of seats there. The answer has the shape that J reads, and M takes any answer as a success.',
    },
    {
      name: 'list accounts',
      route: 'GET /traffic/advertisers',
      call: () => ({ path: query('/traffic/advertisers', { page: 1, limit: 50 }) }),
      reads: model({
        response: needed(
          list(model({ id: needed(text), name: needed(text), status: text, currency: text, timezone: text })),
        ),
      }),
    },
    {
      name: 'list campaigns',
      route: 'GET /traffic/campaigns',
      call: ({ advertiserId: accountId }) => ({
        path: query('/traffic/campaigns', { accountId, page: 1, limit: 100 }),
      }),
      reads: model({
        response: needed(
          list(
            model({
              ...{
                id: needed(text),
                name: needed(text),
                status: needed(text),
                goalType: text,
                currency: text,
              },
              goalValue: decimal,
              budgetSchedules: list(model({ scheduleBudget: decimal, scheduleDailyBudget: decimal })),
            }),
          ),
        ),
      }),
    },
    pause('PAUSED'),
    pause('ACTIVE'),
  ],
};
