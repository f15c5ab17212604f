import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { loadConfig } from '../../../src/config.ts';
import { seedReferenceData } from '../../../src/domain/audiences/dictionary/seed.ts';
import type { System } from '../../../src/domain/context.ts';
import { advanceBy, moveClock } from '../../../src/domain/sandbox/clock.ts';
import { deliverUntilNow } from '../../../src/domain/sandbox/delivery/deliver.ts';
import { resetSandbox } from '../../../src/domain/sandbox/snapshots/reset.ts';
import { restoreSandboxSnapshot } from '../../../src/domain/sandbox/snapshots/restore.ts';
import { takeSandboxSnapshot } from '../../../src/domain/sandbox/snapshots/snapshot.ts';
import { openSystem } from '../../../src/operations/service/system.ts';
import { startEmbedded } from '../../../src/platform/database/embedded/embedded.ts';
import { migrate } from '../../../src/platform/database/migration/migrate.ts';
import { createSeat } from '../../support/actors.ts';

/**
 * `npm run bench:sandbox`: three days and a month of delivery for BENCH_LINES lines (1000), then a snapshot and a
 * reset, and restores: after an hour more of delivery and a change, and of everything after the reset.
 */
const { BENCH_LINES = '1000' } = process.env;
const ARUBA = 23424736;
const USA = 23424977;
const dataDir = await mkdtemp(join(tmpdir(), 'flightline-bench-'));
await chmod(dataDir, 0o711);
const database = await startEmbedded({ dataDir });
try {
  const env = {
    DATABASE_URL: database.url,
    FLIGHTLINE_DATA_DIR: dataDir,
    FLIGHTLINE_MASTER_KEY: randomBytes(32).toString('base64'),
    FLIGHTLINE_SANDBOX: 'on',
  };
  await migrate({ url: database.url });
  const log = pino({ level: 'error' });
  const { system, close } = await openSystem({ config: loadConfig(env), databaseUrl: database.url, log });
  await seedReferenceData(system.pool);
  await fill(system, Number(BENCH_LINES));
  const deliver = async (time: string) => {
    await moveClock(system, advanceBy(time));
    await deliverUntilNow(system);
  };
  await timed(`three days of ${BENCH_LINES} lines`, () => deliver('3d'));
  await timed(`the other 27 days of a month (a month: aim 20 s for 1,000 lines)`, () => deliver('27d'));
  const { rows } = await system.pool.query(
    `SELECT (SELECT sum(rows) FROM fact_file WHERE kind = 'delivery') AS facts, (SELECT count(*) FROM conversion) AS conversions`,
  );
  console.log(`facts ${rows[0].facts}, conversions ${rows[0].conversions}`);
  const anHour = () => deliver('1h');
  const restore = () => restoreSandboxSnapshot({ system, name: 'bench' });
  await timed('an hour', anHour);
  await timed('snapshot (aim 2 s)', () => takeSandboxSnapshot({ system, name: 'bench' }));
  await anHour();
  await system.pool.query(`UPDATE line SET status = 'PAUSED', updated_at = now() WHERE id % 100 = 0`);
  await timed('restore after an hour (aim 2 s)', restore);
  await timed('reset (aim 2 s)', () => resetSandbox(system));
  await timed('restore after the reset (aim 2 s)', restore);
  await close();
} finally {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await work();
  console.log(`${what}: ${((performance.now() - began) / 1000).toFixed(2)} s`);
}

/** Ten lines of a campaign, two ads and a conversion rule each. */
async function fill({ pool, ...system }: System, lines: number): Promise<void> {
  const { seatId, accountGroupId } = await createSeat({ ...system, pool });
  const campaigns = Math.ceil(lines / 10);
  const statements = [
    `INSERT INTO advertiser (seat_id, account_group_id, name, status, landing_page_url, iab_category_id, timezone, currency, billing_price, contact)
     SELECT ${seatId}, ${accountGroupId}, 'Advertiser ' || n, 'ACTIVE', 'https://example.com', 1, 'America/New_York', 'USD', 10, '{}'
     FROM generate_series(1, 20) n`,
    `INSERT INTO pixel (seat_id, advertiser_id, name) SELECT seat_id, id, 'Orders' FROM advertiser`,
    `INSERT INTO creative (seat_id, advertiser_id, name, media_type) SELECT seat_id, id, 'Banner', 'DISPLAY' FROM advertiser`,
    `INSERT INTO campaign (seat_id, advertiser_id, name)
     SELECT ${seatId}, 1 + n % 20, 'Campaign ' || n FROM generate_series(1, ${campaigns}) n`,
    `INSERT INTO line (seat_id, advertiser_id, campaign_id, name, status, bid_price, goal_type)
     SELECT seat_id, advertiser_id, id, 'Line ' || n, 'ACTIVE', 1 + n % 5, 'CPM' FROM campaign, generate_series(1, 10) n`,
    `INSERT INTO line_schedule (line_id, budget, start_date, end_date)
     SELECT id, 1000 + id % 5000, date_trunc('hour', now()), date_trunc('hour', now()) + interval '30 days' FROM line`,
    `INSERT INTO line_target_type SELECT id, 'GEOGRAPHY', true FROM line`,
    `INSERT INTO line_geo SELECT id, woeid FROM line, unnest(ARRAY[${ARUBA}, ${USA}]) woeid`,
    `INSERT INTO line_conversion (line_id, beacon_id, click_window) SELECT line.id, pixel.id, 30 FROM line JOIN pixel USING (advertiser_id)`,
    `INSERT INTO ad (seat_id, line_id, creative_id, status)
     SELECT line.seat_id, line.id, creative.id, 'ACTIVE' FROM line JOIN creative USING (advertiser_id), generate_series(1, 2)`,
    'ANALYZE',
  ];
  for (const statement of statements) await pool.query(statement);
}
