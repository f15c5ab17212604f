import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { expect, test } from 'vitest';
import { resetSandbox } from '../../../src/domain/sandbox/snapshots/reset.ts';
import { restoreSandboxSnapshot } from '../../../src/domain/sandbox/snapshots/restore.ts';
import { takeSandboxSnapshot } from '../../../src/domain/sandbox/snapshots/snapshot.ts';
import { boundedTransaction } from '../../../src/platform/database/transaction/bounded-transaction.ts';
import { inTransaction } from '../../../src/platform/database/transaction/in-transaction.ts';
import { sandboxSeat } from './seat.ts';

const seat = await sandboxSeat();
const { system } = seat;

/** Lock tables in opposite orders, as verbs do, and hold them for a moment. */
const ORDERS = [
  ['ad', 'line', 'campaign', 'advertiser'],
  ['advertiser', 'campaign', 'line', 'ad'],
  ['webhook', 'line', 'account_group'],
  ['seat', 'ad'],
];

/** A statement that has no transaction of its own around it. */
const STATEMENT = `WITH one AS (UPDATE line SET name = name), two AS (UPDATE ad SET status = status)
  UPDATE campaign SET name = name`;

/** Writes until it is ended. @returns what ends it, and how often each writer wrote */
function writers() {
  const { pool } = system;
  let isEnded = false;
  const repeat = async (write: () => Promise<unknown>) => {
    let writes = 0;
    for (; !isEnded; writes += 1) await write();
    return writes;
  };
  const lockAll = (order: readonly string[]) => async (client: PoolClient) => {
    for (const table of order) {
      await client.query(`LOCK TABLE ${table} IN ROW EXCLUSIVE MODE`);
      await sleep(3);
    }
  };
  const done = ORDERS.map(lockAll).flatMap((work) => [
    repeat(() => boundedTransaction({ pool, timeoutMs: 20_000, work })),
    repeat(() => inTransaction(pool, work)),
  ]);
  done.push(repeat(() => pool.query(STATEMENT)));
  return async () => {
    isEnded = true;
    return Promise.all(done);
  };
}

test.each([
  ['a snapshot', () => takeSandboxSnapshot({ system, name: 'busy' })],
  ['a restore', () => restoreSandboxSnapshot({ system, name: 'busy' })],
  ['a reset', () => resetSandbox(system)],
])(
  '%s ends while others write, and no writer fails',
  async (_, work) => {
    const end = writers();
    for (let n = 0; n < 3; n += 1) await work();
    for (const writes of await end()) expect(writes).toBeGreaterThan(0);
  },
  60_000,
);
