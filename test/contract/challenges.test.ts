import { describe, expect, test } from 'vitest';
import { createClient, tokenFor } from '../support/actors.ts';
import { testApp } from '../support/app.ts';
import { testSystem } from '../support/system.ts';

/** RFC 6750, section 3: every interface says why a token is refused; the bodies stay as they are documented. */
const system = await testSystem();
const { app } = await testApp(system);
const client = await createClient(system, { realms: ['dsp', 'events', 'aaca'] });
const [dsp, events] = await Promise.all([
  tokenFor(system, client, { realm: 'dsp' }),
  tokenFor(system, client, { realm: 'events' }),
]);

interface Interface {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly scope: string;
  /** Valid, and of another scope. */
  readonly other: string;
  readonly headers: (token: string) => Record<string, string>;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const xAuth = (token: string) => ({ 'x-auth-method': 'OAuth2', 'x-auth-token': token });
const management = { scope: 'dsp-api-access', other: events };

const INTERFACES: Record<string, Interface> = {
  graphql: { ...management, method: 'POST', url: '/graphql', headers: bearer },
  traffic: { ...management, method: 'GET', url: '/traffic/advertisers', headers: xAuth },
  native: { ...management, method: 'GET', url: '/v3/rest/dictionary', headers: xAuth },
  reporting: { ...management, method: 'GET', url: '/extreport/1', headers: xAuth },
  intake: { method: 'POST', url: '/v1/pixels/1/events', scope: 'pixel-event', other: dsp, headers: bearer },
  conversions: { method: 'GET', url: '/?vmcid=1&id=1', scope: 'upload', other: dsp, headers: bearer },
};

describe.each(Object.entries(INTERFACES))('%s', (_name, { method, url, scope, other, headers }) => {
  const challenge = async (sent: Record<string, string>) => {
    const payload = method === 'POST' ? { payload: '{}' } : {};
    const type = { 'content-type': 'application/json' };
    const answer = await app.inject({ method, url, ...payload, headers: { ...type, ...sent } });
    expect(answer.statusCode).toBe(401);
    return answer.headers['www-authenticate'];
  };

  test('without a token the challenge is the scheme alone', async () => {
    expect(await challenge({})).toBe('Bearer');
  });

  test('a token that is not valid is invalid_token', async () => {
    expect(await challenge(headers('x'))).toBe('Bearer error="invalid_token"');
  });

  test('a valid token of another scope is insufficient_scope, with the scope that it lacks', async () => {
    expect(await challenge(headers(other))).toBe(`Bearer error="insufficient_scope", scope="${scope}"`);
  });
});
