import { rm } from 'node:fs/promises';
import { cpus } from 'node:os';
import path from 'node:path';
import { createPartitions } from '../../../src/domain/events/intake/partitions.ts';
import { backUp } from '../../../src/operations/backup/backup.ts';
import { restore } from '../../../src/operations/backup/restore.ts';
import { verifyBackup } from '../../../src/operations/backup/verify.ts';
import { startEmbedded } from '../../../src/platform/database/embedded/embedded.ts';
import { loadFacts } from '../../../src/warehouse/load.ts';
import { openWarehouse } from '../../../src/warehouse/open.ts';
import { makeWorld, writeFacts } from '../reports/world.ts';

/**
 * A restore is rehearsed: npm run bench:backup [-- FACTS EVENTS], 20,000,000 facts and 10,000,000 events unless given.
 * Databases of the restore are durable, as those of a service are.
 */
const FACTS = Number(process.argv[2] ?? 20_000_000);
const EVENTS = Number(process.argv[3] ?? 10_000_000);
const DAYS = 10;
const STEP = 100_000;
const DAY_MS = 86_400_000;

/** Arrays of 20, of 50 pixels, half with an email and half with a device. */
const FILL = `
  WITH numbered AS (
    SELECT n, n / 20 AS request, to_timestamp(($1::bigint + n / 20 * $4::bigint) / 1000.0) AS at
    FROM generate_series($2::bigint, $3::bigint - 1) AS n
  ), named AS (
    SELECT *, md5('request' || request)::uuid AS receipt, 1 + request % 50 AS pixel FROM numbered
  ), receipts AS (
    INSERT INTO event_receipt (id, received_at, seat_id, pixel_id, client_id, outcome, event_count)
    SELECT receipt, at, 1, pixel, 'client-0123456789', 'ACCEPTED', 20 FROM named WHERE n % 20 = 0
  )
  INSERT INTO event (receipt_id, position, received_at, seat_id, advertiser_id, pixel_id, event_time, action_source,
    action_source_url, email, idfa, gv, ec, el, ea, product_ids)
  SELECT receipt, n % 20, at, 1, 1, pixel, at, 'website', format('https://shop-%s.example/shoes/%s', pixel, n % 20000),
    CASE WHEN n % 2 = 0 THEN sha256(convert_to('person' || n / 4, 'UTF8')) END,
    CASE WHEN n % 2 = 1 THEN upper(md5('idfa' || n / 4)::uuid::text) END,
    (5 + n % 300 + 0.95)::numeric(9, 2), 'view', 'shoes', 'show', ARRAY['sku-' || n % 20000]
  FROM named`;

const world = await makeWorld({ rows: FACTS, keptIn: undefined });
const seconds = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  const s = (performance.now() - began) / 1000;
  console.log(`${what}: ${s.toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of CPU in this process`);
  return result;
};
try {
  console.log(`${cpus().length} × ${cpus()[0]?.model}, ${FACTS} facts and ${EVENTS} events`);
  const file = path.join(world.dir, 'facts.csv');
  await writeFacts(world, file);
  await loadFacts(await openWarehouse(world.system), { file });
  await rm(file);
  const { pool, config } = world.system;
  const firstDay = Math.floor(Date.now() / DAY_MS) - DAYS;
  for (let day = firstDay; day < firstDay + DAYS; day += 1) await createPartitions(pool, day);
  const stepMs = Math.floor((DAYS * DAY_MS) / (EVENTS / 20));
  for (let from = 0; from < EVENTS; from += STEP)
    await pool.query(FILL, [firstDay * DAY_MS, from, Math.min(EVENTS, from + STEP), stepMs]);

  const dir = path.join(world.dir, 'saved');
  const made = await seconds('backup', () => backUp({ config, databaseUrl: world.databaseUrl, dir }));
  const { manifest } = await seconds('verify', () => verifyBackup(dir));
  const rowBytes = manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0);
  const stored = manifest.tables.reduce((sum, table) => sum + (table.stored?.bytes ?? 0), 0);
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
  console.log(
    `${made.rows} rows: ${mb(rowBytes)}, compressed ${mb(stored)}; ${made.files} files: ${mb(made.bytes - stored)}`,
  );
  const dataDir = path.join(world.dir, 'restored');
  const target = await startEmbedded({ dataDir });
  try {
    await seconds('restore, with the verification before it', () =>
      restore({ config: { ...config, dataDir }, databaseUrl: target.url, dir }),
    );
  } finally {
    await target.stop();
  }
} finally {
  await world.stop();
}
