import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { archiveEvents } from '../../src/domain/events/event/archive/archive.ts';
import { countEvents } from '../../src/domain/events/event/receipts.ts';
import { createPartitions } from '../../src/domain/events/intake/partitions.ts';
import { checkMasterKey } from '../../src/operations/health/check-master-key.ts';
import { openSystem } from '../../src/operations/service/system.ts';
import { openWarehouse } from '../../src/warehouse/open.ts';
import { testSystem } from '../support/system.ts';
import { createPoster } from '../support/traffic/intake.ts';
import { Swift } from './swift.ts';

const DAY_MS = 86_400_000;
const swift = await Swift.start();
for (const [name, value] of Object.entries(swift.env('archive'))) vi.stubEnv(name, value);
const system = await testSystem({ env: { ...swift.env('archive'), FLIGHTLINE_EVENT_ARCHIVE_DAYS: '2' } });
await checkMasterKey(system);
const closers: (() => Promise<unknown>)[] = [() => swift.stop()];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
  vi.unstubAllEnvs();
});

/** A process with a data directory of its own. */
async function another() {
  const dataDir = await mkdtemp(join(tmpdir(), 'archive-'));
  const config = { ...system.config, dataDir, masterKey: Buffer.from(system.masterKey) };
  const opened = await openSystem({ config, databaseUrl: system.database.url, log: system.log });
  closers.push(async () => {
    await opened.close();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
  });
  return opened.system;
}

test('events that one process archived in a bucket are counted by others, unless the store is unavailable', async () => {
  const { seatId, pixelId } = await createPoster(system);
  const day = Math.floor(Date.now() / DAY_MS) - 3;
  await createPartitions(system.pool, day);
  await system.pool.query(
    `INSERT INTO event (receipt_id, position, received_at, seat_id, advertiser_id, pixel_id, event_time, ec)
     SELECT gen_random_uuid(), n, $1, $2, 1, $3, $1, 'view' FROM generate_series(1, 1000) AS n`,
    [new Date(day * DAY_MS + DAY_MS / 2), seatId, pixelId],
  );
  expect(await archiveEvents({ system, warehouse: await openWarehouse(system) })).toHaveLength(1);
  expect(await system.files.list('events')).toHaveLength(1);

  expect(await countEvents({ system: await another(), pixelId })).toBe(1_000);
  const late = await another();
  await swift.kill();
  await expect(countEvents({ system: late, pixelId })).rejects.toThrow('Archived events cannot be read');
  await swift.resume();
  expect(await countEvents({ system: late, pixelId })).toBe(1_000);
});
