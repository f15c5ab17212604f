import type { FileStore } from '../../../warehouse/file-store.ts';
import { readBases } from './archive.ts';

const DAY_MS = 86_400_000;

/**
 * Removes what is only needed to recover to a time more than `days` ago. The base before that time is retained.
 */
export async function pruneArchive(archive: FileStore, { days }: { days: number }): Promise<void> {
  const bases = await readBases(archive);
  const first = new Date(Date.now() - days * DAY_MS).toISOString();
  const oldest = bases.findLast(({ base }) => base.endedAt <= first) ?? bases[0];
  if (!oldest) return;
  const older = bases.filter(({ base }) => base.endedAt < oldest.base.endedAt);
  for (const { name } of older) for (const end of ['json', 'gz']) await archive.remove(`${name}.${end}`);
  // The name of a segment starts with its timeline, and a base only needs its own and later ones.
  const firstName = `wal/${oldest.base.firstSegment}`;
  for (const { name } of await archive.list('wal'))
    if (!name.includes('.history') && name < firstName) await archive.remove(name);
  const retained = new Set(bases.filter((one) => !older.includes(one)).flatMap(({ base }) => base.warehouse));
  for (const { name, changedAt } of await archive.list('warehouse')) {
    // A time between two bases may need the files that were archived since the first.
    const isLater = changedAt.toISOString() >= oldest.base.endedAt;
    if (!isLater && !retained.has(name.replace(/^warehouse\//, ''))) await archive.remove(name);
  }
}
