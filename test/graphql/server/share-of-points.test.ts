import { expect, test } from 'vitest';
import { ShareOfPoints } from '../../../src/graphql/server/share-of-points.ts';

const settled = async (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setImmediate(resolve, false))]);

test('requests of one user run at once up to the cost of one request; the others follow in order', async () => {
  const share = new ShareOfPoints();
  const [end] = await Promise.all([share.take(1, 12_000), share.take(1, 8_000)]);
  const third = share.take(1, 9_000);
  const fourth = share.take(1, 600);
  expect([await settled(third), await settled(fourth)]).toEqual([false, false]);
  end();
  end();
  expect([await settled(third), await settled(fourth)]).toEqual([true, true]);
});

test('small requests and other users never wait', async () => {
  const share = new ShareOfPoints();
  await share.take(1, 20_000);
  expect(await settled(share.take(1, 500))).toBe(true);
  expect(await settled(share.take(2, 20_000))).toBe(true);
  expect(await settled(share.take(1, 501))).toBe(false);
});
