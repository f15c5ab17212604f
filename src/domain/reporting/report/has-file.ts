import { filesAreElsewhere } from '../../../warehouse/claim.ts';
import { FileStoreUnavailableError } from '../../../warehouse/file-store.ts';
import type { System } from '../../context.ts';
import { UnavailableError } from '../../errors.ts';

/**
 * Returns whether the file still exists. Throws UnavailableError if this process cannot access the files, or the object
 * store does not respond; the caller's next attempt may succeed.
 */
export async function hasFile(system: System, name: string): Promise<boolean> {
  const { files, log } = system;
  try {
    if (await files.exists(name)) return true;
    if (!(await filesAreElsewhere(system))) return false;
    log.error(
      `${files.setting} does not name the files of the database, so its reports cannot be served here`,
    );
  } catch (error) {
    if (!(error instanceof FileStoreUnavailableError)) throw error;
    log.error({ err: error }, 'reports cannot be served');
  }
  throw new UnavailableError();
}
