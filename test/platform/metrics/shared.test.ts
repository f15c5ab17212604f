import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { shared } from '../../../src/platform/metrics/shared.ts';

test('work is shared by all who ask while it waits, and no answer is older than its question', async () => {
  let runs = 0;
  let finish = () => {};
  const ask = shared(() => {
    runs += 1;
    const run = runs;
    return new Promise<number>((resolve) => {
      finish = () => resolve(run);
    });
  });
  const first = [ask(), ask()];
  await Promise.resolve();
  await Promise.resolve();
  expect(runs).toBe(1);
  const second = [ask(), ask(), ask()];
  finish();
  expect(await Promise.all(first)).toEqual([1, 1]);
  await expect.poll(() => runs).toBe(2);
  finish();
  expect(await Promise.all(second)).toEqual([2, 2, 2]);
});

test('work that failed is done again for those who ask next', async () => {
  let runs = 0;
  const ask = shared(async () => {
    runs += 1;
    if (runs === 1) throw new Error('once');
    return runs;
  });
  await expect(ask()).rejects.toThrow('once');
  expect(await ask()).toBe(2);
});

test('work takes no more than its share of the time, for any number of callers', async () => {
  const begun: number[] = [];
  const ask = shared(
    async () => {
      begun.push(performance.now());
      await sleep(10);
    },
    { rest: 9 },
  );
  for (let n = 0; n < 4; n += 1) await ask();
  const gaps = begun.slice(1).map((at, n) => at - (begun[n] ?? 0));
  for (const gap of gaps) expect(gap).toBeGreaterThan(70);
});
