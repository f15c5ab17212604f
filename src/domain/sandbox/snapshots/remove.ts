import { quoted } from '../../../platform/database/rows/tables.ts';
import { NotFoundError } from '../../errors.ts';
import { removeHeldFiles } from './files.ts';
import { type Caller, runExclusively } from './run-exclusively.ts';
import { listSchemas, schemaOf } from './schemas.ts';

/** Removes a snapshot and the files that it holds. Throws ForbiddenError, NotFoundError, UnavailableError. */
export async function removeSandboxSnapshot(options: { system: Caller; name: string }): Promise<void> {
  const { system, name } = options;
  const schema = schemaOf(name);
  await runExclusively(system, async (client) => {
    if (!(await listSchemas(client)).includes(schema)) throw new NotFoundError('Snapshot');
    await client.query(`DROP SCHEMA ${quoted(schema)} CASCADE`);
  });
  await removeHeldFiles(system, name);
}
