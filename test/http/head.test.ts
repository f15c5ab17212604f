import { describe, expect, test } from 'vitest';
import { createClient } from '../support/actors.ts';
import { bearerHeaders, testApp, trafficHeaders } from '../support/app.ts';
import { testSystem } from '../support/system.ts';

const system = await testSystem();
const { app } = await testApp(system);
const client = await createClient(system);
const traffic = await trafficHeaders(system, client);
const bearer = await bearerHeaders(system, client);

const ask = (method: 'GET' | 'HEAD', url: string, headers: Record<string, string> = {}) =>
  app.inject({ method, url, headers });

describe('HEAD', () => {
  test.each([
    ['a list of traffic', '/traffic/advertisers', traffic],
    ['a refusal of traffic', '/traffic/advertisers/999999', traffic],
    ['a native list', '/v3/rest/campaign', bearer],
    ['a dictionary', '/v3/rest/dictionary/language', bearer],
    ['a report', '/extreport/00000000-0000-4000-8000-000000000000', traffic],
    ['a query', '/graphql?query=%7B__typename%7D', bearer],
    ['a query without a token', '/graphql?query=%7B__typename%7D', {}],
    ['the keys of the token service', '/identity/oauth2/jwks', {}],
    ['health', '/healthz', {}],
  ])('of %s answers as GET does, without a body', async (_what, url, headers) => {
    const [head, get] = [await ask('HEAD', url, headers), await ask('GET', url, headers)];
    expect([head.statusCode, head.body]).toEqual([get.statusCode, '']);
    expect(head.headers['content-type']).toBe(get.headers['content-type']);
    expect(get.body).not.toBe('');
  });

  test('counts against the quota of GET', async () => {
    const remaining = async (method: 'GET' | 'HEAD') =>
      Number((await ask(method, '/traffic/advertisers', traffic)).headers['ratelimit-remaining']);
    const before = await remaining('GET');
    expect(await remaining('HEAD')).toBe(before - 1);
    expect(await remaining('GET')).toBe(before - 2);
  });

  test('stores no conversion, as GET would', async () => {
    const answer = await ask('HEAD', '/?vmcid=x&id=y&dp=z', bearer);
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, POST']);
  });
});
