import { withLease } from '../../../../platform/database/transaction/lease.ts';
import type { Warehouse } from '../../../../warehouse/load.ts';
import type { System } from '../../../context.ts';
import { closeDay, dropArchived, nextDay } from './days.ts';
import { ARCHIVE_LEASE } from './names.ts';
import { type Archiving, type WrittenDay, writeDay } from './write-day.ts';

interface Options extends Partial<Pick<Archiving, 'signal' | 'onStep' | 'fileBytes'>> {
  readonly system: System;
  readonly warehouse: Pick<Warehouse, 'engine' | 'dialect' | 'files'>;
}

/**
 * Moves days of events that are older than FLIGHTLINE_EVENT_ARCHIVE_DAYS from the database to files, in one process at
 * a time. A day is first closed, then written to files, which may take long. The statement that lists the files makes
 * readers use them for that day; then its partition is dropped. Whichever step fails, the day counts exactly once, and
 * the next run continues.
 * @returns the days that were archived
 */
export async function archiveEvents(options: Options): Promise<string[]> {
  const { system, signal = new AbortController().signal, onStep = () => undefined } = options;
  const { eventArchiveDays } = system.config;
  const days: string[] = [];
  await dropArchived(system);
  if (eventArchiveDays === undefined) return days;
  await withLease(system.pool, ARCHIVE_LEASE, async () => {
    while (!signal.aborted) {
      const day = await nextDay(system, eventArchiveDays);
      if (!day || !(await closeDay(system.pool, day))) return;
      onStep('closed');
      const written = await writeDay({ ...options, pool: system.pool, signal, onStep }, day);
      if (!(await list(options, day.day, written))) return;
      onStep('listed');
      days.push(day.day);
      system.log.info({ day: day.day, rows: written.rows, bytes: written.bytes }, 'events archived');
      await dropArchived(system);
      onStep('dropped');
    }
  });
  return days;
}

/**
 * Lists the files of a day; from now on, they are read for it.
 * @returns false if another process has listed the day because this one lost its lease
 */
async function list({ system, warehouse }: Options, day: string, written: WrittenDay): Promise<boolean> {
  const { rowCount } = await system.pool.query(
    'INSERT INTO event_archive (day, rows, bytes, files) VALUES ($1::date, $2, $3, $4) ON CONFLICT DO NOTHING',
    [day, written.rows, written.bytes, written.files],
  );
  if (rowCount === 1) return true;
  for (const name of written.files) await warehouse.files.remove(name);
  return false;
}
