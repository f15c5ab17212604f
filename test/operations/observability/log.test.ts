import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLogger } from '../../../src/platform/log/logger.ts';
import { createClient, tokenFor } from '../../support/actors.ts';
import { bearerHeaders, testApp, trafficHeaders } from '../../support/app.ts';
import { assertionOf } from '../../support/assertion.ts';
import { testSystem } from '../../support/system.ts';

/** A logger as the service has it, and what it wrote. */
function capture() {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { log: createLogger({ logLevel: 'trace' }, stream), text: () => lines.join('') };
}

const system = await testSystem();

test('tokens, assertions, secrets and passwords are not in the log, wherever they are', () => {
  const { log, text } = capture();
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzZWNyZXQifQ.c2lnbmF0dXJl';
  log.info(
    { token: 'tok-1', client: { clientSecret: 'sec-2' }, req: { headers: { authorization: 'aut-3' } } },
    'x',
  );
  log.warn(`verifying ${jwt} failed`);
  log.error({ err: new Error(`cannot reach postgresql://flightline:pass-4@db:5432/x with ${jwt}`) }, 'y');
  log.error({
    err: Object.assign(new Error('duplicate'), { detail: 'Key (email)=(det-5)', parameters: ['par-6'] }),
  });
  for (const secret of ['tok-1', 'sec-2', 'aut-3', 'pass-4', 'det-5', 'par-6', 'eyJzdWIi', 'c2lnbmF0dXJl'])
    expect(text()).not.toContain(secret);
});

test('no call leaves its token, assertion, secret, body or query string in the log', async () => {
  const { log, text } = capture();
  const { send } = await testApp({ ...system, log });
  const client = await createClient(system);
  const traffic = await trafficHeaders(system, client);
  const bearer = await bearerHeaders(system, client);
  const assertion = assertionOf({ ...client, realm: 'dsp', now: system.now() });
  const token = await tokenFor(system, client, { realm: 'aaca' });

  await send('GET', '/traffic/advertisers?query=private-1', { headers: traffic });
  await send('GET', '/traffic/advertisers', { headers: { ...traffic, 'x-auth-token': 'bad-token-2' } });
  await send('POST', '/graphql', { headers: bearer, body: { query: '{ private3 }' } });
  await send('POST', '/identity/oauth2/access_token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `grant_type=client_credentials&client_assertion=${assertion}&realm=dsp&scope=dsp-api-access`,
  });
  await send('GET', '/?vmcid=private-4&id=private-5&dp=private-6', { headers: { authorization: token } });
  await send('GET', `/traffic/${token}`, { headers: traffic });

  const written = text();
  for (const secret of [
    'private',
    'bad-token-2',
    assertion,
    assertion.split('.')[2] ?? '',
    client.clientSecret,
    token,
  ])
    expect(written).not.toContain(secret);
  expect(written).toContain('"path":"/traffic/advertisers"');
});

test('every line of a request has its id, the caller’s own when it is sane', async () => {
  const { log, text } = capture();
  const { send } = await testApp({ ...system, log });
  const { headers } = await send('GET', '/traffic/advertisers', { headers: { 'x-request-id': 'mine-1' } });
  expect(headers['x-request-id']).toBe('mine-1');
  const { headers: other } = await send('GET', '/traffic/advertisers', {
    headers: { 'x-request-id': 'not sane\u0001' },
  });
  expect(other['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  const ids = text()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).requestId);
  expect(ids.filter(Boolean)).toEqual(['mine-1', other['x-request-id']]);
});
