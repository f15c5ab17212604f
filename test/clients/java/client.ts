import { type Client, FORM } from '../client.ts';
import { model, needed, text, whole } from '../read.ts';
import { DICTIONARY } from './dictionary.ts';
import { LINES } from './lines.ts';
import { REFUSALS, REPORTING } from './reporting.ts';
import { TRAFFIC } from './traffic.ts';

/** Every operation of traffic and reporting, with a getter and an enum for each field (2022 to 2023). */
export const JAVA: Client = {
  letter: 'J',
  name: 'Java client',
  needs:
    'The URLs of the token service (ending in `/identity/oauth2/`), of traffic (`/traffic/`) and of reports (the prefix and `/`) can be set. The audience is built in: its origin must be one of `FLIGHTLINE_PUBLIC_URL`. The words of the operator’s own supply are the name that `FLIGHTLINE_OPERATOR` sets.',
  token: {
    path: '/identity/oauth2/access_token',
    header: { alg: 'HS256', typ: 'JWT' },
    claims: ({ clientId, origin, seconds }) => ({
      aud: `${origin}/identity/oauth2/access_token?realm=dsp`,
      ...{ iss: clientId, sub: clientId, iat: Math.floor(seconds), exp: Math.floor(seconds) + 900 },
      jti: 'dsp-api-token',
    }),
    form: FORM,
    reads: model({ access_token: needed(text), scope: text, token_type: text, expires_in: whole }),
  },
  headers: { 'x-auth-method': 'Oauth2', 'content-type': 'application/json; charset=UTF-8' },
  operations: [...TRAFFIC, ...LINES, ...DICTIONARY, ...REPORTING, ...REFUSALS],
};
