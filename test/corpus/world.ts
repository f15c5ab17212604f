import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { loadFacts } from '../../src/warehouse/load.ts';
import { openWarehouse } from '../../src/warehouse/open.ts';
import { listWorld } from '../support/list-world.ts';
import type { TestSystem } from '../support/system.ts';
import { csvOf } from '../warehouse/support.ts';

/** The time of every call. */
const NOW = new Date('2026-03-02T15:30:00.000Z');
const HOUR_MS = 3_600_000;

/**
 * The world of the corpus: two seats with a dozen rows of everything, facts of three days, and a clock that stands.
 * It is the same each time it is made, on every version of PostgreSQL, so that answers can be compared by the byte.
 */
export async function fixedWorld() {
  const from = new Date();
  const world = await listWorld({
    through: async (system) => ({ ...system, now: () => NOW, masterKey: Buffer.alloc(32, 7) }),
    marks: ['Mark1', 'Mark2'],
  });
  const { system, own, other } = world;
  for (const seat of [own, other]) await loadDelivery(system, seat.seatId);
  await settleTexts(system.pool);
  await settleTimes(system.pool, from);
  return { ...world, ...namesOf([own, other]) };
}

/** Three days of delivery of some lines; a line or two have none. */
async function loadDelivery(system: TestSystem, seatId: number): Promise<void> {
  const lines = await system.db.line.findMany({ where: { seatId }, orderBy: { id: 'asc' }, take: 5 });
  const rows = lines.flatMap(({ id: lineId, advertiserId, campaignId }, line) =>
    Array.from({ length: 6 }, (_, n) => ({
      ...{ lineId, advertiserId, campaignId, country: ['US', 'IT'][n % 2] ?? '' },
      hour: new Date(NOW.getTime() - (n * 11 + line + 1) * HOUR_MS)
        .toISOString()
        .replace(/:\d\d:.*/, ':00:00Z'),
      impressions: 1_000 * (line + 1) + n,
      clicks: n * line,
      spend: `${line + n}.${n}25`,
    })),
  );
  const file = join(system.config.dataDir, `corpus-${seatId}.csv`);
  await writeFile(file, csvOf(rows));
  await loadFacts(await openWarehouse(system), { file });
}

/** What is new each time in texts: `Mark1 3f1c…` → `Mark1 made`. */
async function settleTexts(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ table: string; column: string; type: string }>(`
    SELECT c.table_name AS table, c.column_name AS column, c.data_type AS type
    FROM information_schema.columns c JOIN pg_class r ON r.oid = c.table_name::regclass
    WHERE c.table_schema = 'public' AND c.data_type IN ('text', 'jsonb') AND r.relkind = 'r' AND NOT r.relispartition`);
  const made = '(Mark[12]) [0-9a-f]{8}-[0-9a-f-]{27}';
  for (const { table, column, type } of rows)
    await pool.query(
      `UPDATE "${table}" SET "${column}" = regexp_replace("${column}"::text, $1, '\\1 made', 'g')::${type}
       WHERE "${column}"::text ~ $1`,
      [made],
    );
  for (const table of ['keyword', 'targeting_attribute'])
    await pool.query(`UPDATE ${table} SET value = 'made ' || id WHERE value ~ '^[0-9a-f]{8}-[0-9a-f-]{27}$'`);
}

/** Times at which rows were written become times of the world, in the same order: IDs of clients have none. */
async function settleTimes(pool: Pool, from: Date): Promise<void> {
  const { rows } = await pool.query<{ table: string; column: string; key: string }>(`
    SELECT c.table_name AS table, c.column_name AS column,
           coalesce((SELECT 'id' FROM information_schema.columns k WHERE k.table_schema = c.table_schema
             AND k.table_name = c.table_name AND k.column_name = 'id'), 'ctid') AS key
    FROM information_schema.columns c JOIN pg_class r ON r.oid = c.table_name::regclass
    WHERE c.table_schema = 'public' AND c.data_type LIKE 'timestamp%' AND r.relkind = 'r' AND NOT r.relispartition`);
  for (const { table, column, key } of rows)
    await pool.query(
      `UPDATE "${table}" t SET "${column}" = $2::timestamptz + n * interval '1 second'
       FROM (SELECT ${key} AS key, row_number() OVER (ORDER BY "${column}", ${key}) AS n FROM "${table}") s
       WHERE t.${key} = s.key AND "${column}" BETWEEN $1 AND now()`,
      [from, new Date(NOW.getTime() - 24 * HOUR_MS)],
    );
}

/**
 * IDs of clients, reports and clicks are new each time. The corpus has names in their place: `known` puts the IDs into
 * a question, `masked` takes them out of a text, with request IDs, receipts and the points that are left.
 */
function namesOf(seats: readonly { client: { clientId: string }; ids: Readonly<Record<string, unknown>> }[]) {
  const names = seats.flatMap(({ client, ids }, at): [id: string, name: string][] => [
    [client.clientId, `<client ${at + 1}>`],
    [String(ids.Report), `<report ${at + 1}>`],
    [String(ids.Click), `<click ${at + 1}>`],
  ]);
  return {
    known: (text: string): string => names.reduce((known, [id, name]) => known.replaceAll(name, id), text),
    masked: (text: string): string =>
      names
        .reduce((masked, [id, name]) => masked.replaceAll(id, name), text)
        .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>')
        // Placeholders of a dry run.
        .replace(/(?<=[:"])-\d{5,}/g, '-1')
        .replace(/"cmVjZWlwdDo[^"]*"/g, '"<receipt>"')
        .replace(/"remaining":\d+,"resetAt":"[^"]*"/g, '"remaining":0,"resetAt":""')
        // A document that is refused pays for the time that it took.
        .replace(/(?<=^\{"errors".*)"requested":\d+,"used":\d+/, '"requested":0,"used":0'),
  };
}
