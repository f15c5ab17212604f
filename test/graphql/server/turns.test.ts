import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { queueIfLong, SHORT_DOCUMENT } from '../../../src/graphql/server/serial-queue.ts';
import { tokenFor } from '../../support/actors.ts';
import { directPosts, type Way } from '../../support/direct-posts.ts';
import { callersOf } from '../../support/seat.ts';
import { testSystem } from '../../support/system.ts';

const system = await testSystem();
const { post } = await directPosts(system);
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
function holdTheTurn(): () => void {
  let end = () => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  onTestFinished(end);
  void queueIfLong(
    '#'.repeat(SHORT_DOCUMENT + 1),
    () => held,
    () => undefined,
  );
  return end;
}

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
  const asked = ask('direct', longQuery('new'));
  expect(await Promise.race([asked, sleep(300, 'waits')])).toBe('waits');
  end();
  expect(await asked).toBe(200);
});
