import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { queueNew, SHORT_DOCUMENT } from '../../../src/graphql/server/documents/long-documents.ts';
import { tokenFor } from '../../support/actors.ts';
import { callersOf } from '../../support/seat.ts';
import { testSystem } from '../../support/system.ts';
import { directPosts, type Way } from '../../support/traffic/direct-posts.ts';

const system = await testSystem();
const { post, hostname, port } = await directPosts(system);
const { caller } = await callersOf(system);
const token = await tokenFor(system, (await caller()).client);

const longQuery = (mark: string) =>
  `{ ${Array.from({ length: 200 }, (_, index) => `${mark}${index}: advertiser(id: 1) { name }`).join(' ')} }`;

async function ask(way: Way, query: string): Promise<number | undefined> {
  const body = JSON.stringify({ query });
  const { status } = await post(way, {
    path: '/graphql',
    body,
    headers: { authorization: `Bearer ${token}` },
  });
  return status;
}

/** Another caller's document is read until the test ends. */
function holdTheTurn(source?: string): () => void {
  let end = () => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  onTestFinished(end);
  void readInTurn(0, () => held, source);
  return end;
}

const readInTurn = (
  userId: number,
  work: () => unknown,
  source = '#'.repeat(SHORT_DOCUMENT + 1),
  seatId = userId,
) => queueNew({ seatId, userId, source }, work);

test.each(['direct', 'routed'] as const)(
  'a long document that was read and planned before does not wait for others (%s)',
  async (way) => {
    const query = longQuery(way);
    expect(query.length).toBeGreaterThan(SHORT_DOCUMENT);
    expect(await ask(way, query)).toBe(200);
    holdTheTurn();
    expect(await ask(way, query)).toBe(200);
  },
);

test('a long document that the executor answers is read in turn only once', async () => {
  const query = longQuery('schema').replace('{ ', '{ __typename type: __type(name: "Ad") { name } ');
  expect(await ask('direct', query)).toBe(200);
  holdTheTurn();
  expect(await ask('direct', query)).toBe(200);
});

test('a long document that is new waits for its turn', async () => {
  const end = holdTheTurn();
  const pending = ask('direct', longQuery('new'));
  expect(await Promise.race([pending, sleep(300, 'waits')])).toBe('waits');
  end();
  expect(await pending).toBe(200);
});

test('a short document that is new waits for short ones only', async () => {
  holdTheTurn();
  expect(await ask('direct', '{ advertisers(first: 1) { nodes { short1: id } } }')).toBe(200);
  const end = holdTheTurn('#');
  const pending = ask('direct', '{ advertisers(first: 1) { nodes { short2: id } } }');
  expect(await Promise.race([pending, sleep(300, 'waits')])).toBe('waits');
  end();
  expect(await pending).toBe(200);
});

test('a caller waits for one long document of each other user, however many these have sent', async () => {
  const end = holdTheTurn();
  const read: string[] = [];
  const reads = [
    ...[1, 2, 3].map((n) => readInTurn(1, () => read.push(`one ${n}`))),
    readInTurn(2, () => read.push('two')),
  ];
  end();
  await Promise.all(reads);
  expect(read).toEqual(['one 1', 'two', 'one 2', 'one 3']);
});

test('a seat with many users waits like one with a single user, and its users take turns', async () => {
  const end = holdTheTurn();
  const read: string[] = [];
  const ofSeat = (userId: number, n: number) =>
    readInTurn(userId, () => read.push(`user ${userId}, ${n}`), undefined, 1);
  const reads = [
    ...[1, 2].map((n) => ofSeat(101, n)),
    ...[1, 2].map((n) => ofSeat(102, n)),
    readInTurn(2, () => read.push('another seat')),
  ];
  end();
  await Promise.all(reads);
  expect(read).toEqual(['user 101, 1', 'another seat', 'user 102, 1', 'user 101, 2', 'user 102, 2']);
});

test('long documents over WebSocket wait for their turn, too', async () => {
  const client = createClient({
    url: `ws://${hostname}:${port}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${token}` },
  });
  onTestFinished(() => client.dispose());
  const end = holdTheTurn();
  const next = client.iterate({ query: longQuery('socket') }).next();
  expect(await Promise.race([next, sleep(300, 'waits')])).toBe('waits');
  end();
  expect((await next).value.data).toHaveProperty('socket0');
});
