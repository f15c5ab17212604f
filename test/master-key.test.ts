import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { masterKey } from '../src/platform/keys/master-key.ts';

const folder = await mkdtemp(join(tmpdir(), 'flightline-key-'));
afterAll(() => rm(folder, { recursive: true }));

const onEmpty = async () => false;

it('the configured key is used', async () => {
  const key = randomBytes(32);
  expect(await masterKey({ masterKey: key, dataDir: folder }, onEmpty)).toBe(key);
});

it('without one, it is made once, readable by its owner alone', async () => {
  const dataDir = join(folder, 'new', 'deep');
  const key = await masterKey({ masterKey: undefined, dataDir }, onEmpty);
  expect(key).toHaveLength(32);
  expect(await masterKey({ masterKey: undefined, dataDir }, onEmpty)).toEqual(key);
  expect((await stat(join(dataDir, 'master.key'))).mode & 0o777).toBe(0o600);
});

it('two first starts at once agree on one key', async () => {
  const dataDir = join(folder, 'both');
  const keys = await Promise.all([1, 2].map(() => masterKey({ masterKey: undefined, dataDir }, onEmpty)));
  expect(keys[0]).toEqual(keys[1]);
});

it('a damaged key is said, not replaced', async () => {
  const dataDir = await mkdtemp(join(folder, 'damaged-'));
  await writeFile(join(dataDir, 'master.key'), 'short');
  await expect(masterKey({ masterKey: undefined, dataDir }, onEmpty)).rejects.toThrow(
    /^FLIGHTLINE_MASTER_KEY: .* 32 bytes .* put it back/,
  );
});

it('a key that is missing is said where the database was set up, and none is made', async () => {
  const dataDir = await mkdtemp(join(folder, 'missing-'));
  await expect(masterKey({ masterKey: undefined, dataDir }, async () => true)).rejects.toThrow(
    /^FLIGHTLINE_MASTER_KEY: .*master\.key is missing\. .* put it back/,
  );
  expect(await readdir(dataDir)).toEqual([]);
});
