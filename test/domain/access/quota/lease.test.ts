import { randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { takeUnits } from '../../../../src/domain/access/quota/bucket.ts';
import { takePoints } from '../../../../src/domain/access/quota/lease.ts';
import { setUserQuota } from '../../../../src/domain/access/quota/set.ts';
import { createClient } from '../../../support/actors.ts';
import { STORES } from '../../../support/processes/redis.ts';
import { countStatements } from '../../../support/statements.ts';
import { testSystem } from '../../../support/system.ts';

const main = await testSystem();
const HOUR_MS = 3_600_000;
/** In the middle of the next hour: none ends while a test runs. */
const later = HOUR_MS * 1.5 - (Date.now() % HOUR_MS);
const now = () => new Date(Date.now() + later);

describe.each(STORES)('in %s', async (_store, start) => {
  const system = { ...main, now, redis: await (await start())() };

  async function account(graphqlPerHr: number) {
    const { userId } = await createClient(system);
    await setUserQuota({ system, userId, quotas: { graphqlPerHr } });
    return { system, userId };
  }

  test('a busy caller’s points are charged with few statements, and the remainder is exact', async () => {
    const caller = await account(1_000_000);
    const { statements } = await countStatements(system.pool, async () => {
      for (let call = 1; call <= 100; call++) {
        const { ok, remaining } = await takePoints({ ...caller, cost: 10 });
        expect([ok, remaining]).toEqual([true, 1_000_000 - call * 10]);
      }
    });
    expect(statements.length).toBeLessThan(20);
  });

  test('calls at once never take more than the hour has', async () => {
    const limit = 20_000;
    const caller = await account(limit);
    let taken = 0;
    await Promise.all(
      Array.from({ length: 400 }, async () => {
        const cost = randomInt(1, 200);
        if ((await takePoints({ ...caller, cost })).ok) taken += cost;
      }),
    );
    expect(taken).toBeLessThanOrEqual(limit);
    expect(taken).toBeGreaterThan(limit * 0.9);
  });

  test('a small hour is taken to the last point', async () => {
    const caller = await account(60);
    const answers = await Promise.all(Array.from({ length: 100 }, () => takePoints({ ...caller, cost: 1 })));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(60);
  });

  test('what a pause leaves of an allotment is given back', async () => {
    const caller = await account(1_000_000);
    for (let call = 0; call < 5; call++) await takePoints({ ...caller, cost: 1_000 });
    await new Promise((resolve) => setTimeout(resolve, 2_300));
    expect(await takeUnits({ ...caller, bucket: 'graphql', cost: 0 })).toMatchObject({ remaining: 995_000 });
  });
});
