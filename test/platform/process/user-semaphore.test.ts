import { expect, test } from 'vitest';
import { UserSemaphore } from '../../../src/platform/process/user-semaphore.ts';

const settled = async (taken: unknown): Promise<boolean> =>
  Promise.race([
    Promise.resolve(taken).then(() => true),
    new Promise<boolean>((resolve) => setImmediate(resolve, false)),
  ]);

test('calls of one user run at once up to the share; the others follow in order', async () => {
  const share = new UserSemaphore(20);
  const [end] = await Promise.all([share.take(1, 12), share.take(1, 8)]);
  const third = share.take(1, 9);
  const fourth = share.take(1, 1);
  expect([await settled(third), await settled(fourth)]).toEqual([false, false]);
  end();
  end();
  expect([await settled(third), await settled(fourth)]).toEqual([true, true]);
});

test('other users never wait, and what needs more than the share runs alone', async () => {
  const share = new UserSemaphore(20);
  const end = await share.take(1, 21);
  expect(await settled(share.take(2, 20))).toBe(true);
  const second = share.take(1, 1);
  expect(await settled(second)).toBe(false);
  end();
  expect(await settled(second)).toBe(true);
});

test('a call that fails makes room for the next', async () => {
  const share = new UserSemaphore(1);
  const failed = share.run(1, () => Promise.reject(new Error('no')));
  const next = share.run(1, () => 'done');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('done');
});

test('calls whose caller has gone do not wait, nor do more than the limit', async () => {
  const share = new UserSemaphore(1, { maxWaiting: 2, refusal: () => new Error('refused') });
  const end = await share.take(1, 1);
  const gone = new AbortController();
  const left = share.take(1, 1, gone.signal);
  const next = share.take(1, 1, new AbortController().signal);
  await expect(share.take(1, 1)).rejects.toThrow('refused');
  gone.abort();
  await expect(left).rejects.toThrow('refused');
  await expect(share.take(1, 1, gone.signal)).rejects.toThrow('refused');
  expect(await settled(next)).toBe(false);
  end();
  (await next)();
  expect(await settled(share.take(1, 1, gone.signal))).toBe(true);
});
