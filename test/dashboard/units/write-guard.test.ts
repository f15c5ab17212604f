import { expect, it } from 'vitest';
import { newWriteGuard } from '../../../src/dashboard/api/guard.ts';

it('a write under way, or answered a moment ago, is not sent again; one that failed is', async () => {
  let now = 0;
  const guard = newWriteGuard(() => now);
  let answer = (_: string | undefined) => {};
  const sent: string[] = [];
  const send = (name: string) =>
    guard.once(() => {
      sent.push(name);
      return new Promise<string | undefined>((resolve) => {
        answer = resolve;
      });
    });
  const first = send('first');
  expect(await send('second click')).toBeUndefined();
  answer('done');
  expect(await first).toBe('done');
  now = 300;
  expect(await send('second click after a quick answer')).toBeUndefined();
  now = 600;
  const next = send('meant');
  answer(undefined);
  await next;
  const retry = send('retry');
  answer('done');
  await retry;
  expect(sent).toEqual(['first', 'meant', 'retry']);
});

it('a retry has the key of the try whose answer was lost, and what is meant anew has another', () => {
  const guard = newWriteGuard();
  const key = guard.keyOf({ name: 'a' });
  expect(key).toMatch(/^[\x21-\x7e]{10,255}$/);
  expect(guard.keyOf({ name: 'a' })).toBe(key);
  expect(guard.keyOf({ name: 'b' })).not.toBe(key);
  const other = guard.keyOf({ name: 'a' });
  guard.answered();
  expect(guard.keyOf({ name: 'a' })).not.toBe(other);
});
