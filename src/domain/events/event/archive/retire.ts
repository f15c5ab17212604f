import { DAY_MS } from '../../../../platform/database/rows/partition-names.ts';
import { withLease } from '../../../../platform/database/transaction/lease.ts';
import type { FileStore } from '../../../../warehouse/file-store.ts';
import { removeUnnamed } from '../../../../warehouse/unnamed-files.ts';
import type { System } from '../../../context.ts';
import { ARCHIVE_FOLDER, ARCHIVE_LEASE } from './names.ts';

/** Longer than any count takes, so that a query that has begun with the files can finish with them. */
const RETIRED_LIFE_MIN = 60;

/**
 * Removes archived days that are older than FLIGHTLINE_EVENT_RETENTION_DAYS. They are no longer counted, and their
 * files are deleted later.
 */
export async function retireArchived({
  pool,
  config,
  now,
  files,
}: Pick<System, 'pool' | 'config' | 'now' | 'files'>): Promise<void> {
  const oldest = Math.floor(now().getTime() / DAY_MS) - config.eventRetentionDays;
  await pool.query(
    `UPDATE event_archive SET retired_at = now() WHERE retired_at IS NULL AND day < date '1970-01-01' + $1::int`,
    [oldest],
  );
  // A day that is no longer listed would be counted again while its partition exists.
  const { rows } = await pool.query<{ files: string[] }>(
    `DELETE FROM event_archive WHERE retired_at < now() - make_interval(mins => $1)
       AND to_regclass('event_' || to_char(day, 'YYYYMMDD')) IS NULL
     RETURNING files`,
    [RETIRED_LIFE_MIN],
  );
  for (const name of rows.flatMap((row) => row.files)) await files.remove(name);
}

/** Removes event files that a crash left unlisted; not while a day is being written, whose files are not listed yet. */
export async function sweepArchived({
  pool,
  files,
}: Pick<System, 'pool'> & { files: FileStore }): Promise<void> {
  await withLease(pool, ARCHIVE_LEASE, () =>
    removeUnnamed({
      ...{ pool, files, folder: ARCHIVE_FOLDER },
      named: 'SELECT name FROM event_archive, unnest(files) AS name WHERE name = ANY($1)',
    }),
  );
}
