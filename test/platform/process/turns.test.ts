import { expect, test } from 'vitest';
import { Turns } from '../../../src/platform/process/turns.ts';

const [FIRST, SECOND] = [1, 2];

/** Keeps the event loop busy, as a call does until it waits for the database. */
function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Calls whose work takes a millisecond. Returns the seats in the order in which they began, as they begin. */
function calling(turns: Turns<number>) {
  const begun: number[] = [];
  const call = async (seatId: number): Promise<void> => {
    await turns.take(seatId);
    begun.push(seatId);
    work(1);
  };
  return { begun, call };
}

test('a seat has its turn before all of another’s calls have begun, and these go on', async () => {
  const { begun, call } = calling(new Turns<number>());
  const many = Array.from({ length: 50 }, () => call(FIRST));
  await call(SECOND);
  expect(begun.length).toBeLessThan(10);
  await Promise.all(many);
  expect(begun.filter((seat) => seat === FIRST)).toHaveLength(50);
});

test('however many callers wait, the event loop is not held for all of them', async () => {
  const { begun, call } = calling(new Turns<number>());
  const all = Array.from({ length: 200 }, (_, caller) => call(caller));
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(begun.length).toBeLessThan(50);
  await Promise.all(all);
  expect(begun).toHaveLength(200);
});

test('between turns the event loop handles what else arrived', async () => {
  const { begun, call } = calling(new Turns<number>());
  const all = Array.from({ length: 50 }, () => call(FIRST));
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(begun.length).toBeGreaterThan(0);
  expect(begun.length).toBeLessThan(15);
  await Promise.all(all);
  expect(begun).toHaveLength(50);
});

test('a call waits for nothing while there is time, also in the next turn', async () => {
  const turns = new Turns<number>();
  expect(turns.take(FIRST)).toBeUndefined();
  work(3);
  expect(turns.take(SECOND)).toBeInstanceOf(Promise);
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(turns.take(FIRST)).toBeUndefined();
});

test('only so many calls of a seat wait; more are refused, those of others are not', async () => {
  const turns = new Turns<number>({ maxWaiting: 1_000, refusal: () => new Error('Too many calls.') });
  turns.take(FIRST);
  work(3);
  const waiting = Array.from({ length: 1_000 }, () => turns.take(FIRST));
  expect(() => turns.take(FIRST)).toThrow('Too many calls.');
  waiting.push(turns.take(SECOND));
  await Promise.all(waiting);
});
