import { connect, type Server } from '../../platform/database/connection/direct-server.ts';
import { isOlderSchema } from '../../platform/database/errors.ts';

/**
 * Records in the database that a backup is complete, for the metric of its age. A database of an earlier
 * version has no column for it.
 */
export async function recordBackup(server: Server): Promise<void> {
  const client = await connect(server);
  try {
    await client.query('UPDATE installation SET backed_up_at = now()');
  } catch (error) {
    if (!isOlderSchema(error)) throw error;
  } finally {
    await client.end();
  }
}
