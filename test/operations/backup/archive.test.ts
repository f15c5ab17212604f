import { afterAll, expect, test, vi } from 'vitest';
import { archiveEvents } from '../../../src/domain/events/event/archive/archive.ts';
import { retireArchived } from '../../../src/domain/events/event/archive/retire.ts';
import { countEvents } from '../../../src/domain/events/event/receipts.ts';
import { createPartitions, maintainPartitions } from '../../../src/domain/events/intake/partitions.ts';
import { backUp } from '../../../src/operations/backup/backup.ts';
import { readManifest } from '../../../src/operations/backup/manifest.ts';
import { restore } from '../../../src/operations/backup/restore.ts';
import { checkMasterKey } from '../../../src/operations/health/check-master-key.ts';
import { openSystem } from '../../../src/operations/service/system.ts';
import { openWarehouse } from '../../../src/warehouse/open.ts';
import { testSystem } from '../../support/system.ts';
import { createPoster } from '../../support/traffic/intake.ts';
import { emptyDatabase, holdBackups, scratchFolder } from './support.ts';

vi.setConfig({ testTimeout: 240_000 });
const DAY_MS = 86_400_000;
const system = await testSystem({
  env: { FLIGHTLINE_EVENT_ARCHIVE_DAYS: '2', FLIGHTLINE_EVENT_RETENTION_DAYS: '100' },
});
const { pool } = system;
const { newFolder, remove } = await scratchFolder();
afterAll(remove);
await checkMasterKey(system);
await maintainPartitions(system);
const { seatId, pixelId } = await createPoster(system);
const warehouse = await openWarehouse(system);
const config = { ...system.config, masterKey: Buffer.from(system.masterKey) };
const today = Math.floor(Date.now() / DAY_MS);

async function store(daysAgo: number, events: number): Promise<void> {
  await createPartitions(pool, today - daysAgo);
  await pool.query(
    `INSERT INTO event (receipt_id, position, received_at, seat_id, advertiser_id, pixel_id, event_time)
     SELECT gen_random_uuid(), n, $1, $2, 1, $3, $1 FROM generate_series(1, $4::int) AS n`,
    [new Date((today - daysAgo) * DAY_MS + DAY_MS / 2), seatId, pixelId, events],
  );
}

const archive = () => archiveEvents({ system, warehouse });

/** A service on a backup. */
async function restored(dir: string) {
  const { databaseUrl, drop } = await emptyDatabase();
  const target = { config: { ...config, dataDir: newFolder() }, databaseUrl };
  await restore({ ...target, dir });
  const { system: other, close } = await openSystem({ ...target, log: system.log });
  afterAll(async () => {
    await close();
    await drop();
  });
  return other;
}

test('a backup contains archived days, which the restored database counts and continues', async () => {
  for (const [daysAgo, events] of [
    [6, 10],
    [5, 20],
    [1, 40],
  ] as const)
    await store(daysAgo, events);
  expect(await archive()).toHaveLength(2);
  await store(3, 5);
  const dir = newFolder();
  await backUp({ config, databaseUrl: system.database.url, dir });
  expect((await readManifest(dir)).files.filter(({ name }) => name.startsWith('events/'))).toHaveLength(2);

  const other = await restored(dir);
  expect(await countEvents({ system: other, pixelId })).toBe(75);
  expect(await archiveEvents({ system: other, warehouse: await other.warehouse.open() })).toHaveLength(1);
  expect(await countEvents({ system: other, pixelId })).toBe(75);
});

test('a day that is archived or expires while a backup runs is in it as it was when it began', async () => {
  await store(4, 7);
  const before = await countEvents({ system, pixelId });
  const dir = newFolder();
  const held = await holdBackups(pool);
  const running = backUp({ config, databaseUrl: system.database.url, dir });
  await held.begun();
  expect(await archive()).toHaveLength(2);
  // Six days ago expires; an hour later its file is deleted.
  const later = { ...system, config: { ...system.config, eventRetentionDays: 5 } };
  await retireArchived(later);
  await pool.query(`UPDATE event_archive SET retired_at = retired_at - interval '61 minutes'`);
  await retireArchived(later);
  expect(await countEvents({ system, pixelId })).toBe(before - 10);
  await held.release();
  await running;
  expect(await countEvents({ system: await restored(dir), pixelId })).toBe(before);
});
