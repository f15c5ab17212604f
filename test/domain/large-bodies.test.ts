import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readInTurn } from '../../src/domain/access/large-bodies.ts';

const MIB = 2 ** 20;

test('large bodies are read one after another, those of another seat after one of each seat', async () => {
  const read: string[] = [];
  const bodyOf = (seatId: number, name: string, bytes = MIB) =>
    readInTurn({ seatId, bytes }, async () => {
      read.push(`${name} begins`);
      if (bytes === MIB) await sleep(1);
      read.push(`${name} ends`);
    });
  await Promise.all([
    bodyOf(1, 'a'),
    bodyOf(1, 'b'),
    bodyOf(1, 'c'),
    bodyOf(2, 'other'),
    bodyOf(1, 'small', 1_000),
  ]);
  expect(read).toEqual(
    ['small', 'a', 'other', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
});

test('other work runs between two of them, and one that fails lets the next begin', async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    if (turns < 100) setImmediate(count);
  };
  setImmediate(count);
  const turnOf = () => readInTurn({ seatId: 1, bytes: MIB }, () => turns);
  const failed = readInTurn({ seatId: 1, bytes: MIB }, () => Promise.reject(new Error('no')));
  const [first, second] = await Promise.all([turnOf(), turnOf(), expect(failed).rejects.toThrow('no')]);
  expect(second).toBeGreaterThan(first);
});

test('of one seat fifty wait', async () => {
  const all = await Promise.allSettled(
    Array.from({ length: 60 }, async () => readInTurn({ seatId: 1, bytes: MIB }, () => undefined)),
  );
  expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(9);
});
