import { expect, test } from 'vitest';
import { testApp } from '../../support/app.ts';
import { testSystem } from '../../support/system.ts';

const TOKEN = 'a-token-for-operators';
const system = await testSystem({ env: { FLIGHTLINE_OPERATIONS_TOKEN: TOKEN } });
const { app } = await testApp(system);
const ELSEWHERE = '192.0.2.1';

const ask = async (
  url: string,
  {
    remoteAddress = ELSEWHERE,
    headers = {},
  }: { remoteAddress?: string; headers?: Record<string, string> } = {},
) => {
  const answer = await app.inject({ method: 'GET', url, remoteAddress, headers });
  return { status: answer.statusCode, text: answer.body };
};

test.each([
  ['on this machine', { remoteAddress: '127.0.0.1' }, true],
  ['on this machine, by its address', { remoteAddress: '::1', headers: { host: '[::1]:4000' } }, true],
  [
    'on this machine, by a name that a page can have',
    { remoteAddress: '127.0.0.1', headers: { host: 'rebound.example:4000' } },
    false,
  ],
  ['with the token', { headers: { authorization: `Bearer ${TOKEN}` } }, true],
  ['with another token', { headers: { authorization: `Bearer ${TOKEN}s` } }, false],
  ['without a token', {}, false],
  [
    'behind a proxy on this machine',
    { remoteAddress: '127.0.0.1', headers: { 'x-forwarded-for': ELSEWHERE } },
    false,
  ],
])('a caller %s sees causes and figures only as an operator', async (_who, caller, isOperator) => {
  const ready = await ask('/readyz?verbose', caller);
  expect([ready.status, ready.text.includes('"checks":[{"name":"database","status":"ok"}')]).toEqual([
    200,
    isOperator,
  ]);
  expect((await ask('/readyz', caller)).text).toBe('{"status":"ready"}');
  expect((await ask('/metrics', caller)).status).toBe(isOperator ? 200 : 404);
});

test('without the setting no token opens anything', async () => {
  const { app: closed } = await testApp(await testSystem());
  for (const authorization of ['Bearer undefined', 'Bearer ']) {
    const answer = await closed.inject({
      method: 'GET',
      url: '/metrics',
      remoteAddress: ELSEWHERE,
      headers: { authorization },
    });
    expect(answer.statusCode).toBe(404);
  }
});
