import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { isConflict } from '../../../platform/database/errors.ts';
import { publishOn } from '../../../platform/database/rows/publish.ts';
import { inTransaction } from '../../../platform/database/transaction/in-transaction.ts';
import { closeGate } from '../../../platform/database/transaction/transaction-gate.ts';
import { markCarriedOutOn } from '../../access/idempotency/carried-out.ts';
import { ACCESS_CHANGE } from '../../access/identity/tokens/remembered-access.ts';
import type { DomainContext, System } from '../../context.ts';
import { UnavailableError } from '../../errors.ts';
import { requireSandbox } from '../clock.ts';
import { DELIVERY_LOCK } from '../delivery/deliver.ts';
import { refreshSandbox, SANDBOX } from '../follow.ts';

/** How long to wait for a simulation that is running. */
const WAIT_TIMEOUT_MS = 30_000;
const LOOK_EVERY_MS = 50;
/** How long to wait for running transactions. No new one begins in the meantime. */
const DRAIN_MS = 3_000;

/** The process, or a call whose Idempotency-Key the transaction records. */
export type Caller = System & Pick<DomainContext, 'heldKey'>;

/**
 * Runs `work` in one transaction while no simulation and no other transaction is running, and makes all processes clear
 * their caches. `work` may remove the records of Idempotency-Keys; that of the call stays. Throws ForbiddenError
 * outside of a sandbox, and UnavailableError while a long simulation or transaction is running.
 */
export async function runExclusively<T>(
  system: Caller,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  requireSandbox(system);
  const { heldKey } = system;
  const locked = async (client: PoolClient) => {
    await lock(client);
    const restoreRecord = heldKey && (await markCarriedOutOn(client, heldKey));
    const result = await work(client);
    await restoreRecord?.();
    for (const channel of [ACCESS_CHANGE, SANDBOX]) await publishOn(client, { channel });
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
  await closeGate(client).catch((error) => {
    throw isConflict(error) ? new UnavailableError('A transaction takes long. Try again.') : error;
  });
}
