import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { isConflict } from '../../../platform/database/errors.ts';
import { publishOn } from '../../../platform/database/rows/publish.ts';
import { inTransaction } from '../../../platform/database/transaction/in-transaction.ts';
import { shutOut } from '../../../platform/database/transaction/transaction-gate.ts';
import type { System } from '../../context.ts';
import { UnavailableError } from '../../errors.ts';
import { requireSandbox } from '../clock.ts';
import { DELIVERY_LOCK } from '../delivery/deliver.ts';
import { refreshSandbox, SANDBOX } from '../follow.ts';

/** How long a simulation that runs is waited for. */
const WAIT_TIMEOUT_MS = 30_000;
const LOOK_EVERY_MS = 50;
/** How long transactions that run are waited for. None begins meanwhile. */
const DRAIN_MS = 3_000;

/**
 * Runs `work` in one transaction while nobody simulates delivery and no other transaction runs, and tells all processes to forget what they know.
 * Throws ForbiddenError outside of a sandbox, and UnavailableError while a long simulation or transaction runs.
 */
export async function alone<T>(system: System, work: (client: PoolClient) => Promise<T>): Promise<T> {
  requireSandbox(system);
  const locked = async (client: PoolClient) => {
    await lock(client);
    const result = await work(client);
    for (const channel of ['access', SANDBOX]) await publishOn(client, { channel });
    return result;
  };
  const result = await inTransaction(system.pool, locked, { isGated: false });
  await refreshSandbox(system);
  return result;
}

async function lock(client: PoolClient): Promise<void> {
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    const { rows } = await client.query(`SELECT pg_try_advisory_xact_lock(${DELIVERY_LOCK}) AS mine`);
    if (rows[0].mine) break;
    if (waited >= WAIT_TIMEOUT_MS)
      throw new UnavailableError('Delivery is being simulated. Try again when that is done.');
    await sleep(LOOK_EVERY_MS);
  }
  await client.query(`SET LOCAL lock_timeout = ${DRAIN_MS}`);
  await shutOut(client).catch((error) => {
    throw isConflict(error) ? new UnavailableError('A transaction takes long. Try again.') : error;
  });
}
