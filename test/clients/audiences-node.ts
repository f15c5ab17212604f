import { createHash } from 'node:crypto';
import { type Client, FORM, type Known, type Operation } from './client.ts';
import { model, needed, text } from './read.ts';

const hash = (value: string): string => createHash('sha256').update(value).digest('hex');
const seedList = ['anna@shoes.example', 'ben@shoes.example'].map(hash);

const put = (name: string, path: string, more: object = {}): Operation => ({
  name,
  route: 'PUT /traffic/audiences/:kind/:id',
  // The number of the account is a text, as it was typed.
  call: ({ advertiserId }: Known) => ({
    path: `/traffic/audiences/${path}`,
    body: { accountId: String(advertiserId), seedList, ...more },
  }),
  elsewhere: 'all',
});

/** Sends hashed IDs of people to an audience (2022 and later). */
export const NODE_AUDIENCES: Client = {
  letter: 'R',
  name: 'Node client for audiences',
  needs:
    'All URLs are built in: point the names of their hosts at the service, and add the origin of the audience to `FLIGHTLINE_PUBLIC_URL`.',
  token: {
    path: '/identity/oauth2/access_token',
    header: { alg: 'HS256', typ: 'JWT' },
    claims: ({ clientId, origin, seconds }) => ({
      aud: `${origin}/identity/oauth2/access_token?realm=dsp`,
      ...{ sub: clientId, iss: clientId, exp: Math.floor(seconds) + 3600, iat: Math.floor(seconds) },
    }),
    form: FORM,
    reads: model({ access_token: needed(text) }),
  },
  headers: { 'x-auth-method': 'OAuth2', 'content-type': 'application/json' },
  operations: [
    put('email addresses', 'email_address/34893'),
    put('device IDs', 'device_id/34894', { seedListType: 'IDFA' }),
    put('IP addresses', 'customsegments/34895', { seedListType: 'SHA256IP' }),
  ],
};
