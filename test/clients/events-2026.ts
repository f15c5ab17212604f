import { type Client, FORM } from './client.ts';
import { model, needed, text, whole } from './read.ts';

/** Sends events from a server, through the newer conversion API (2026). */
export const EVENTS: Client = {
  letter: 'T',
  name: 'Event connector, 2026',
  needs:
    'The token URL `/zts/v1/oauth2/token` and the URL of events can be set. Its events go to `/v1/events`, which is not supported: it needs the interface for pixel events.',
  token: {
    path: '/zts/v1/oauth2/token',
    header: { alg: 'HS256', typ: 'JWT' },
    claims: ({ clientId, origin, seconds }) => ({
      ...{ iss: clientId, sub: clientId, aud: `${origin}/zts/v1/oauth2/token?realm=dsp` },
      ...{ exp: Math.floor(seconds) + 600, iat: Math.floor(seconds) },
      jti: '0b2d7b1e-0c1e-4f0e-9a55-0d5f1c7a2b11',
    }),
    form: FORM,
    reads: model({ access_token: needed(text), expires_in: whole }),
  },
  headers: { 'content-type': 'application/json' },
  operations: [
    {
      name: 'send events',
      route: 'POST /v1/events/:pixelId',
      call: ({ pixelId }) => ({
        path: `/v1/events/${pixelId}`,
        body: [{ eventTs: 1_767_225_600, eventName: 'Purchase', eventId: '7', actionSource: 'web' }],
      }),
      refused: { status: 404 },
      note: 'The newer conversion API is not supported.',
    },
  ],
};
