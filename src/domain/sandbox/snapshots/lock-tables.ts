import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { isCanceled, isConflict } from '../../../platform/database/errors.ts';
import { quoted, type Table } from '../../../platform/database/rows/tables.ts';
import { UnavailableError } from '../../errors.ts';

/** `SHARE` blocks writers; `ACCESS EXCLUSIVE` also blocks readers. */
type Mode = 'SHARE' | 'ACCESS EXCLUSIVE';

/**
 * Other statements lock tables in any order. If one of them waits for a table that this transaction has locked, and
 * holds one that it needs, this transaction releases all its locks. The timeout is well below the time after which
 * PostgreSQL looks for deadlocks (1 s) and would abort one of the two.
 */
const WAIT_MS = 100;
const ATTEMPT_MS = 1_000;
const GIVE_UP_MS = 2_000;
const PAUSE_MS = 20;

/**
 * Locks tables until the transaction ends, always in the order of their names.
 * @throws UnavailableError if others do not release them
 */
export async function lockTables(client: PoolClient, tables: readonly Table[], mode: Mode): Promise<void> {
  const names = tables.map(({ name }) => quoted(name)).sort();
  const giveUpAt = performance.now() + GIVE_UP_MS;
  await client.query(`SET LOCAL lock_timeout = ${WAIT_MS}; SAVEPOINT unlocked`);
  for (;;) {
    try {
      await client.query(`SET LOCAL statement_timeout = ${ATTEMPT_MS}`);
      await client.query(`LOCK TABLE ${names.join(', ')} IN ${mode} MODE`);
      break;
    } catch (error) {
      if (!isConflict(error) && !isCanceled(error)) throw error;
      await client.query('ROLLBACK TO SAVEPOINT unlocked');
      if (performance.now() > giveUpAt)
        throw new UnavailableError('Others are using the sandbox without a pause. Try again.');
      await sleep(Math.random() * PAUSE_MS);
    }
  }
  // The savepoint is released so that later rows get the ID of the transaction itself.
  await client.query('RELEASE SAVEPOINT unlocked; RESET statement_timeout; RESET lock_timeout');
}
