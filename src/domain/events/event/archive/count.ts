import { LRUCache } from 'lru-cache';
import { SettingError } from '../../../../platform/settings/setting-error.ts';
import { cacheKey } from '../../../../platform/text/cache-key.ts';
import type { EventSelection } from '../../../../warehouse/dialect.ts';
import { EngineError, EngineLimitError } from '../../../../warehouse/engine.ts';
import { FileStoreUnavailableError } from '../../../../warehouse/file-store.ts';
import type { System } from '../../../context.ts';
import { UnavailableError } from '../../../errors.ts';

/** Files never change, so counts of the same files are cached. */
interface Counted {
  readonly files: string;
  readonly counts: LRUCache<string, number>;
}

const MAX_REMEMBERED = 10_000;
const MAX_BYTES = 16 * 2 ** 20;
const ENTRY_BYTES = 100;
/** The same limit as for a statement in the database. */
const MAX_MS = 30_000;
const remembered = new WeakMap<System['pool'], Counted>();

type CountRequest = Parameters<typeof countInFiles>[1];

/**
 * Returns how many events of archived days each selection matches. Throws UnavailableError if this process cannot read
 * the files.
 */
export async function countArchived(
  system: Pick<System, 'pool' | 'warehouse' | 'log'>,
  requested: CountRequest,
): Promise<number[]> {
  const { files, seatId, selections } = requested;
  if (files.length === 0) return selections.map(() => 0);
  const known = rememberedOf(system, files.join('\n'));
  const keyOf = ({ pixelId, ec, el, ea }: EventSelection) =>
    cacheKey(JSON.stringify([seatId, pixelId, ec, el, ea]));
  // Collect the cached counts first: new ones may evict them.
  const found = new Map(selections.map((selection) => [keyOf(selection), known.get(keyOf(selection))]));
  const open = selections.filter((selection) => found.get(keyOf(selection)) === undefined);
  if (open.length > 0) {
    const counts = await countInFiles(system, { ...requested, selections: open });
    for (const [index, selection] of open.entries()) {
      found.set(keyOf(selection), counts[index] ?? 0);
      known.set(keyOf(selection), counts[index] ?? 0);
    }
  }
  return selections.map((selection) => found.get(keyOf(selection)) ?? 0);
}

function rememberedOf({ pool }: Pick<System, 'pool'>, files: string): LRUCache<string, number> {
  const last = remembered.get(pool);
  if (last?.files === files) return last.counts;
  const counts = new LRUCache<string, number>({
    max: MAX_REMEMBERED,
    maxSize: MAX_BYTES,
    sizeCalculation: (_count, key) => ENTRY_BYTES + 2 * key.length,
  });
  remembered.set(pool, { files, counts });
  return counts;
}

async function countInFiles(
  { warehouse, log }: Pick<System, 'warehouse' | 'log'>,
  {
    files: names,
    seatId,
    selections,
  }: {
    readonly files: readonly string[];
    /** Null for any seat. */
    readonly seatId: number | null;
    readonly selections: readonly EventSelection[];
  },
): Promise<number[]> {
  try {
    const { engine, dialect, files } = await warehouse.open();
    const signal = AbortSignal.timeout(MAX_MS);
    const rows = await files.use(names, (paths) =>
      engine.run(dialect.countEvents({ seatId, selections }, paths), { signal }),
    );
    const counts = new Map(rows.map(({ n, count }) => [Number(n), Number(count)]));
    return selections.map((_, n) => counts.get(n) ?? 0);
  } catch (error) {
    const isAway = [SettingError, FileStoreUnavailableError, EngineError, EngineLimitError].some(
      (kind) => error instanceof kind,
    );
    if (!isAway) throw error;
    log.error({ err: error }, 'archived events cannot be counted');
    throw new UnavailableError('Archived events cannot be read. Try again later.');
  }
}
