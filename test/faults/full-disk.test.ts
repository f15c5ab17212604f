import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { startService } from '../../src/operations/service/service.ts';
import { testSystem } from '../support/system.ts';

const run = promisify(execFile);
const system = await testSystem();

/** A disk of eight MiB; takes root. */
async function smallDisk(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'flightline-full-'));
  await run('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=711', 'tmpfs', dir]);
  onTestFinished(async () => {
    await run('umount', ['-l', dir]);
    await rm(dir, { recursive: true, force: true });
  });
  return dir;
}

/** Takes all room that is left; what is answered gives it back. */
async function fill(dir: string): Promise<() => Promise<void>> {
  const path = join(dir, 'ballast');
  const file = await open(path, 'w');
  for (let size = 1 << 20; size > 0; ) {
    const { bytesWritten } = await file.write(Buffer.alloc(size)).catch(() => ({ bytesWritten: 0 }));
    if (bytesWritten < size) size >>= 1;
  }
  await file.close();
  return () => rm(path);
}

const start = (dataDir: string, env: Record<string, string>) =>
  startService({
    config: loadConfig({ PORT: '0', FLIGHTLINE_DATA_DIR: dataDir, FLIGHTLINE_DEMO: 'off', ...env }),
    log: pino({ level: 'silent' }),
  });

const own = {
  DATABASE_URL: system.database.url,
  FLIGHTLINE_MASTER_KEY: system.masterKey.toString('base64'),
};
const FULL = /^FLIGHTLINE_DATA_DIR: [^\n]*no space is left on the disk[^\n]*\.$/;

test('a disk that is full ends the start in one sentence, also where only the database has no room', async () => {
  const disk = await smallDisk();
  // Eight MiB hold a probe, and not a new cluster.
  await expect(start(join(disk, 'embedded'), {})).rejects.toThrow(FULL);
  await rm(join(disk, 'embedded'), { recursive: true, force: true });
  await fill(disk);
  await expect(start(join(disk, 'own'), own)).rejects.toThrow(FULL);
});

test('a disk that fills up is not ready, and ready again once there is room', async () => {
  const disk = await smallDisk();
  const service = await start(join(disk, 'data'), own);
  const readyz = async () => {
    const response = await fetch(`${service.origin}/readyz`);
    return [response.status, ((await response.json()) as { reasons?: string[] }).reasons];
  };
  try {
    expect(await readyz()).toEqual([200, undefined]);
    const giveBack = await fill(disk);
    await expect
      .poll(readyz, { timeout: 15_000, interval: 500 })
      .toEqual([503, ['The data directory cannot be written.']]);
    await giveBack();
    await expect.poll(readyz, { timeout: 15_000, interval: 500 }).toEqual([200, undefined]);
  } finally {
    await service.stop();
  }
}, 60_000);
