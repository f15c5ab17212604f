import { filesAreElsewhere } from '../../warehouse/claim.ts';
import type { FileStore } from '../../warehouse/file-store.ts';
import type { System } from '../context.ts';
import { UnavailableError } from '../errors.ts';

/**
 * Whether the file is still there. A process whose data directory has not the files of the database cannot say
 * so: it refuses with an UnavailableError, and the caller's next try may reach a process that has them.
 */
export async function hasFile(
  { config, pool, log }: System,
  files: FileStore,
  name: string,
): Promise<boolean> {
  if (await files.exists(name)) return true;
  if (!(await filesAreElsewhere({ dataDir: config.dataDir, pool }))) return false;
  log.error(
    'FLIGHTLINE_DATA_DIR does not contain the files of the database, so its reports cannot be served here',
  );
  throw new UnavailableError();
}
