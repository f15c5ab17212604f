import { expect, it } from 'vitest';
import { newWriteGuard } from '../../../../src/dashboard/api/guard.ts';

it('a write under way, or carried out a moment ago, is not sent again; one that failed or was refused is', async () => {
  let now = 0;
  const guard = newWriteGuard(() => now);
  let answer = (_: string | undefined) => {};
  const sent: string[] = [];
  const send = (name: string, variables: object = { id: 1 }) =>
    guard.once(variables, () => {
      sent.push(name);
      return new Promise<string | undefined>((resolve) => {
        answer = resolve;
      });
    });
  const first = send('first');
  expect(await send('second click')).toBeUndefined();
  guard.answered(true);
  answer('done');
  expect(await first).toBe('done');
  now = 300;
  expect(await send('second click after a quick answer')).toBeUndefined();
  const other = send('another', { id: 2 });
  guard.answered(true);
  answer(undefined);
  await other;
  now = 900;
  const next = send('meant');
  answer(undefined);
  await next;
  for (const name of ['retry', 'once more']) {
    const again = send(name);
    guard.answered(false);
    answer('refused');
    await again;
  }
  expect(sent).toEqual(['first', 'another', 'meant', 'retry', 'once more']);
});

it('a retry has the key of the try whose answer was lost, and what is meant anew has another', () => {
  const guard = newWriteGuard();
  const key = guard.keyOf({ name: 'a' });
  expect(key).toMatch(/^[\x21-\x7e]{10,255}$/);
  expect(guard.keyOf({ name: 'a' })).toBe(key);
  expect(guard.keyOf({ name: 'b' })).not.toBe(key);
  const other = guard.keyOf({ name: 'a' });
  guard.answered(true);
  expect(guard.keyOf({ name: 'a' })).not.toBe(other);
});
