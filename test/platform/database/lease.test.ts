import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { tryLease, withLease } from '../../../src/platform/database/transaction/lease.ts';
import { testSystem } from '../../support/system.ts';

const { pool } = await testSystem();
const done = async () => 'done';

/** As a process left it that died while it worked. */
const leave = (name: string, until: string) =>
  pool.query(`INSERT INTO lease (name, holder, until) VALUES ($1, gen_random_uuid(), now() + $2::interval)`, [
    name,
    until,
  ]);

test('the work of a name is done by one at a time, also when it takes longer than the lease lives', async () => {
  const lease = { name: 'long', lifeS: 0.3 };
  let rival: string | undefined = 'never called';
  await withLease(pool, lease, async () => {
    await sleep(700);
    rival = await withLease(pool, lease, done);
  });
  expect(rival).toBeUndefined();
  expect(await withLease(pool, lease, done)).toBe('done');
});

test('work of another name is done meanwhile', async () => {
  await leave('one', '1 hour');
  expect(await withLease(pool, { name: 'other', lifeS: 60 }, done)).toBe('done');
});

test('a holder that died is succeeded when its lease has ended, and not before', async () => {
  await leave('dead', '400 milliseconds');
  const lease = { name: 'dead', lifeS: 60 };
  expect(await withLease(pool, lease, done)).toBeUndefined();
  expect(await withLease(pool, { ...lease, waits: true }, done)).toBe('done');
});

test('work that fails releases its lease', async () => {
  const lease = { name: 'failing', lifeS: 60 };
  await expect(withLease(pool, lease, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await withLease(pool, lease, done)).toBe('done');
});

test('a task runs once per interval across all processes', async () => {
  const turn = { name: 'turn', everyS: 60 };
  const turns = await Promise.all(Array.from({ length: 5 }, () => tryLease(pool, turn)));
  expect(turns.filter(Boolean)).toHaveLength(1);
  await pool.query(`UPDATE lease SET until = until - interval '1 minute' WHERE name = 'turn'`);
  expect(await tryLease(pool, turn)).toBe(true);
});
