import { expect, test, vi } from 'vitest';
import { replicaReads } from '../../../src/platform/metrics/replica.ts';
import { trafficSystem } from '../../support/seat.ts';

const { system, caller } = await trafficSystem();

/** How many reads the standby has answered, in all processes. */
async function readsOfReplica(): Promise<number> {
  const { values } = await replicaReads.get();
  return values.find(({ labels }) => labels.server === 'replica')?.value ?? 0;
}

test('the suites have their files in a bucket, their counts in Redis, and their reads from a standby', async () => {
  expect(system.files.location).toMatch(/^s3:/);
  const seat = await caller();
  await seat.get('/advertisers');
  expect(await system.db.rateCall.count()).toBe(0);
  await vi.waitFor(() => expect(system.replica?.problem).toBeUndefined(), { timeout: 10_000 });
  // Calls alternate between two services.
  await vi.waitFor(
    async () => {
      const before = await readsOfReplica();
      for (let n = 0; n < 4; n += 1) await seat.graphql('{ advertisers { totalCount } }');
      expect((await readsOfReplica()) - before).toBeGreaterThanOrEqual(4);
    },
    { timeout: 10_000 },
  );
});
