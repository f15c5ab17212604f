import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as others } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { verifyAccessToken } from '../../src/domain/access/identity/tokens/access-token.ts';
import { inTurn } from '../../src/http/connections/arrivals.ts';
import { createClient, tokenFor } from '../support/actors.ts';
import { testSystem } from '../support/system.ts';

const system = await testSystem();

/** Keeps the event loop busy, as a refusal does. */
function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

interface Arrival {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly address?: string;
  readonly isPipelined?: boolean;
  readonly destroyed?: boolean;
}

/** Lets requests arrive together, and returns their names in the order in which they began. */
async function arrive(arrivals: readonly Arrival[]): Promise<string[]> {
  const begun: string[] = [];
  const listener = inTurn((request) => {
    work(1);
    begun.push(String(request.url));
  }, system);
  for (const { name, headers, address = '192.0.2.1', isPipelined = false, destroyed = false } of arrivals)
    listener(
      { url: name, headers, socket: { remoteAddress: address }, destroyed } as unknown as IncomingMessage,
      { socket: isPipelined ? null : {} } as ServerResponse,
    );
  for (let round = 0; round < 100; round += 1) await others();
  return begun;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** A token of a seat of its own that has been used before. */
async function knownToken(of: Parameters<typeof createClient>[1] = {}): Promise<string> {
  const token = await tokenFor(system, await createClient(system, of));
  await verifyAccessToken(system, token);
  return token;
}

test.each([
  ['with a token that nobody knows', () => bearer('nobody')],
  ['each with another token', (n: number) => bearer(`nobody${n}`)],
  ['without a token', () => ({})],
  ['with cookies', (n: number) => ({ cookie: `flightline_session=${n}` })],
])('a seat begins before all of a hundred requests of one address, %s', async (_name, headersOf) => {
  const token = await knownToken();
  const flood = Array.from({ length: 100 }, (_, n) => ({ name: `flood ${n}`, headers: headersOf(n) }));
  const begun = await arrive([...flood, { name: 'seat', headers: bearer(token) }]);
  expect(begun).toHaveLength(101);
  expect(begun.indexOf('seat')).toBeLessThan(10);
});

test('spaces before a token, and other headers for it, are not further callers', async () => {
  const [one, other] = [await knownToken(), await knownToken()];
  const ways = (n: number) =>
    n % 2 === 0
      ? { authorization: `Bearer ${' '.repeat(n)}${one}` }
      : { 'x-auth-method': 'OAuth2', 'x-auth-token': one, authorization: `none ${n}` };
  const flood = Array.from({ length: 100 }, (_, n) => ({ name: `flood ${n}`, headers: ways(n) }));
  const begun = await arrive([...flood, { name: 'seat', headers: bearer(other) }]);
  expect(begun.indexOf('seat')).toBeLessThan(10);
});

test('a user begins before all of a hundred requests of another user of the seat', async () => {
  const seat = await createClient(system);
  const [one, other] = [await knownToken({ seatId: seat.seatId }), await knownToken({ seatId: seat.seatId })];
  const flood = Array.from({ length: 100 }, (_, n) => ({ name: `flood ${n}`, headers: bearer(one) }));
  const begun = await arrive([...flood, { name: 'other', headers: bearer(other) }]);
  expect(begun.indexOf('other')).toBeLessThan(10);
});

test('another address begins before all of a hundred requests of the first', async () => {
  const flood = Array.from({ length: 100 }, (_, n) => ({ name: `flood ${n}`, headers: {} }));
  const begun = await arrive([...flood, { name: 'other', headers: {}, address: '192.0.2.2' }]);
  expect(begun.indexOf('other')).toBeLessThan(10);
});

test('a request whose client has gone does not begin, and a pipelined one waits elsewhere', async () => {
  const requests = Array.from({ length: 20 }, (_, n) => ({ name: `${n}`, headers: {} }));
  const gone = { name: 'gone', headers: {}, destroyed: true };
  const pipelined = { name: 'pipelined', headers: {}, isPipelined: true };
  const begun = await arrive([...requests, gone, pipelined]);
  expect(begun).not.toContain('gone');
  expect(begun.indexOf('pipelined')).toBeLessThan(5);
});
