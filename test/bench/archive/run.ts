import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { loadConfig } from '../../../src/config.ts';
import type { System } from '../../../src/domain/context.ts';
import { archiveEvents } from '../../../src/domain/events/event/archive/archive.ts';
import { countEvents } from '../../../src/domain/events/event/receipts.ts';
import { createPartitions } from '../../../src/domain/events/intake/partitions.ts';
import { openSystem } from '../../../src/operations/service/system.ts';
import { startEmbedded } from '../../../src/platform/database/embedded/embedded.ts';
import { migrate } from '../../../src/platform/database/migration/migrate.ts';
import { openPooledWarehouse } from '../../../src/warehouse/open.ts';

/**
 * `npm run bench:archive`: what an event takes in the database and as an archived one, and how long archiving takes.
 * BENCH_EVENTS (2,000,000) of each shape, on a day of its own.
 */
const EVENTS = Number(process.env.BENCH_EVENTS ?? 2_000_000);
const DAY_MS = 86_400_000;
const FIRST_DAY = Math.floor(Date.now() / DAY_MS) - 20;

interface Shape {
  readonly name: string;
  /** Of one request. */
  readonly array: number;
  /** Of one person, in a day. */
  readonly each: number;
}
const SHAPES: readonly Shape[] = [
  { name: 'arrays of 20, 4 events of a person', array: 20, each: 4 },
  { name: 'arrays of 100, each person once', array: 100, each: 1 },
  { name: 'one by one, 4 events of a person', array: 1, each: 4 },
];

/**
 * A day of shops: 50 pixels, visits of their pages; three of five visitors are known by an email, the others by a device
 * or a cookie; a tenth of the events are purchases, with a value, products and the number of an order.
 */
const fillText = ({ array, each }: Shape) => `
  INSERT INTO event (receipt_id, position, received_at, seat_id, advertiser_id, pixel_id, event_time, action_source,
    action_source_url, email, idfa, gpsaid, operator_user_id, gv, ec, el, ea, product_ids, user_defined)
  SELECT (lpad(to_hex(ms), 12, '0') || substr(md5('array' || request), 1, 20))::uuid, n % ${array}, to_timestamp(ms / 1000.0),
    1, pixel, pixel, to_timestamp(floor((ms - random() * 20000) / 1000)), CASE WHEN kind = 3 THEN 'app' ELSE 'website' END,
    format('https://shop-%s.example/%s/%s', pixel, category, product),
    CASE WHEN kind < 3 THEN sha256(convert_to('person' || person, 'UTF8')) END,
    CASE WHEN kind = 3 AND person % 2 = 0 THEN upper(md5('idfa' || person)::uuid::text) END,
    CASE WHEN kind = 3 AND person % 2 = 1 THEN md5('gps' || person)::uuid::text END,
    CASE WHEN kind = 4 THEN 'c' || substr(md5('cookie' || person), 1, 22) END,
    CASE WHEN buys THEN (5 + product % 300 + 0.95)::numeric(9, 2) END,
    CASE WHEN buys THEN 'purchase' ELSE 'view' END, category, CASE WHEN buys THEN 'buy' ELSE 'show' END,
    ARRAY['sku-' || product], CASE WHEN buys THEN jsonb_build_object('order', 'A' || n) END
  FROM (
    SELECT n, request, 1 + (hashint8(request) & 2147483647) % 50 AS pixel, person, person % 5 AS kind,
      $1::bigint + request * 86000000 / ${EVENTS / array} AS ms, (array['shoes', 'coats', 'hats', 'bags', 'sale'])[1 + product % 5] AS category,
      product, product % 10 = 0 AS buys
    FROM (
      SELECT n, n / ${array} AS request, (hashint8(n) & 2147483647) % ${EVENTS / each} AS person,
        floor(power(random(), 2) * 20000)::int AS product
      FROM generate_series($2::bigint, $3::bigint - 1) AS n
    ) AS numbered
  ) AS events`;

const RECEIPTS = `
  INSERT INTO event_receipt (id, received_at, seat_id, pixel_id, client_id, outcome, event_count, idempotency_key)
  SELECT receipt_id, received_at, 1, pixel_id, 'client-0123456789', 'ACCEPTED', $3::int, md5(receipt_id::text)
  FROM event WHERE position = 0 AND received_at >= $1 AND received_at < $2`;

async function fill({ pool }: System, shape: Shape, day: number): Promise<void> {
  await createPartitions(pool, day);
  for (let from = 0; from < EVENTS; from += 100_000)
    await pool.query(fillText(shape), [day * DAY_MS, from, Math.min(EVENTS, from + 100_000)]);
  const hour = DAY_MS / 24;
  for (let at = day * DAY_MS; at < (day + 1) * DAY_MS; at += hour)
    await pool.query(RECEIPTS, [new Date(at), new Date(at + hour), shape.array]);
}

const dataDir = await mkdtemp(join(tmpdir(), 'flightline-bench-'));
await chmod(dataDir, 0o711);
const database = await startEmbedded({ dataDir });
try {
  await migrate({ url: database.url });
  const config = loadConfig({
    DATABASE_URL: database.url,
    FLIGHTLINE_MASTER_KEY: randomBytes(32).toString('base64'),
    FLIGHTLINE_DATA_DIR: dataDir,
    FLIGHTLINE_EVENT_ARCHIVE_DAYS: '2',
  });
  const { system, close } = await openSystem({
    config,
    databaseUrl: database.url,
    log: pino({ level: 'error' }),
  });
  const warehouse = await openPooledWarehouse(system, { size: 1 });
  console.log(`${cpus().length} × ${cpus()[0]?.model}, ${EVENTS} events of each shape`);
  console.log(
    'shape | bytes an event in PostgreSQL | archived | 100 M archived | receipt, for each event | archived/s | count of a pixel ms',
  );
  for (const [index, shape] of SHAPES.entries()) {
    const day = FIRST_DAY + index;
    await fill(system, shape, day);
    const name = new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
    const size = async (table: string) => {
      const { rows } = await system.pool.query(`SELECT pg_total_relation_size('${table}_${name}') AS size`);
      return Number(rows[0].size) / EVENTS;
    };
    const [before, receipts] = [await size('event'), await size('event_receipt')];
    const began = performance.now();
    await archiveEvents({ system, warehouse });
    const seconds = (performance.now() - began) / 1000;
    const { rows } = await system.pool.query(
      'SELECT rows::int, bytes::float8 FROM event_archive ORDER BY day DESC LIMIT 1',
    );
    const each = rows[0].bytes / rows[0].rows;
    const counting = performance.now();
    await countEvents({ system, pixelId: 7 });
    const countMs = performance.now() - counting;
    const gigabytes = `${((each * 1e8) / 1e9).toFixed(2)} GB`;
    const figures = [before.toFixed(0), each.toFixed(1), gigabytes, receipts.toFixed(1)];
    console.log([shape.name, ...figures, Math.round(rows[0].rows / seconds), countMs.toFixed(0)].join(' | '));
  }
  await warehouse.engine.close();
  await close();
} finally {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
}
