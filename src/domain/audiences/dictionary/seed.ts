import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { keysOf } from '../../../platform/text/typed.ts';
import { LISTS, type ListName } from './lists.ts';
import { loadDictionary } from './load.ts';

/** Resolves to the same folder from src and from dist. */
const seedFile = (name: string): string =>
  fileURLToPath(new URL(`../../../../prisma/seed/${name}.csv`, import.meta.url));

const filesOf = (list: ListName): string[] =>
  (list === 'woeid' ? ['woeid', 'woeid-zip-sample'] : [list]).map(seedFile);

/** Loads the bundled reference data (prisma/seed/README.md). A list that was loaded before is not changed. */
export async function seedReferenceData(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ list: string }>('SELECT list FROM dictionary_version');
  const loaded = new Set(rows.map((row) => row.list));
  for (const list of keysOf(LISTS))
    if (!loaded.has(list)) await loadDictionary({ pool, list, files: filesOf(list), onlyIfNew: true });
}
