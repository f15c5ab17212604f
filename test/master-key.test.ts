import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { masterKey } from '../src/master-key.ts';

const folder = await mkdtemp(join(tmpdir(), 'flightline-key-'));
afterAll(() => rm(folder, { recursive: true }));

it('the configured key is used', async () => {
  const key = randomBytes(32);
  expect(await masterKey({ masterKey: key, dataDir: folder })).toBe(key);
});

it('without one, it is made once, readable by its owner alone', async () => {
  const dataDir = join(folder, 'new', 'deep');
  const key = await masterKey({ masterKey: undefined, dataDir });
  expect(key).toHaveLength(32);
  expect(await masterKey({ masterKey: undefined, dataDir })).toEqual(key);
  expect((await stat(join(dataDir, 'master.key'))).mode & 0o777).toBe(0o600);
});

it('two first starts at once agree on one key', async () => {
  const dataDir = join(folder, 'both');
  const keys = await Promise.all([1, 2].map(() => masterKey({ masterKey: undefined, dataDir })));
  expect(keys[0]).toEqual(keys[1]);
});

it('a damaged key is said, not replaced', async () => {
  const dataDir = await mkdtemp(join(folder, 'damaged-'));
  await writeFile(join(dataDir, 'master.key'), 'short');
  await expect(masterKey({ masterKey: undefined, dataDir })).rejects.toThrow('32 bytes');
});
