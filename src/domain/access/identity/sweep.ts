import { deleteInBatches } from '../../../platform/database/rows/delete-batches.ts';
import type { System } from '../../context.ts';
import { earliestTime } from '../../sandbox/snapshots/schemas.ts';
import { rotateKeys } from './tokens/rotate-keys.ts';

/** Rows are deleted an hour after they expire, for processes whose clocks are behind. */
const MARGIN_MS = 3_600_000;
const EXPIRING = ['spent_assertion', 'revoked_token', 'authorization_code', 'sign_in_code'];

/**
 * Housekeeping that runs periodically: rotates signing keys and deletes expired rows. In a sandbox, rows that have not
 * expired at a time to which its clock can go back are not deleted.
 */
export async function sweepIdentity(system: System): Promise<void> {
  const { pool } = system;
  await rotateKeys(system);
  const expired = {
    where: 'expires_at < $1',
    values: [new Date((await earliestTime(system)).getTime() - MARGIN_MS)],
  };
  for (const table of EXPIRING) await deleteInBatches(pool, { table, ...expired });
}
