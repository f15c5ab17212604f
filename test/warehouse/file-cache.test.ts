import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FileCache } from '../../src/warehouse/s3/cache.ts';

const SIZE = 100;

async function cacheOf(mostBytes: number, folder?: string) {
  const own = folder ?? (await mkdtemp(join(tmpdir(), 'cache-')));
  if (!folder) onTestFinished(() => rm(own, { recursive: true, force: true }));
  const fetched: string[] = [];
  const cache = new FileCache({
    folder: own,
    mostBytes,
    fetch: async (name, place) => {
      fetched.push(name);
      if (name === 'broken') {
        await writeFile(place, 'half');
        throw new Error('cut off');
      }
      await writeFile(place, Buffer.alloc(SIZE));
    },
  });
  return { cache, fetched, folder: own };
}

const nothing = async () => undefined;

test('a copy is fetched once, also when many ask at the same moment', async () => {
  const { cache, fetched } = await cacheOf(10 * SIZE);
  await Promise.all(Array.from({ length: 20 }, () => cache.use(['a'], nothing)));
  await cache.use(['a', 'b'], nothing);
  expect(fetched).toEqual(['a', 'b']);
});

test('beyond the bound the copy that was used longest ago goes', async () => {
  const { cache, fetched, folder } = await cacheOf(2 * SIZE);
  for (const name of ['a', 'b', 'a', 'c']) await cache.use([name], nothing);
  expect((await readdir(folder)).sort()).toEqual(['a', 'c']);
  await cache.use(['b'], nothing);
  expect(fetched).toEqual(['a', 'b', 'c', 'b']);
});

test('what is in use stays, however large, and goes afterwards', async () => {
  const { cache, folder } = await cacheOf(SIZE);
  await cache.use(['a', 'b', 'c'], async (places) => {
    await cache.use(['d'], nothing);
    expect(places.map((place) => existsSync(place))).toEqual([true, true, true]);
    await cache.forget('a');
    expect(existsSync(places[0] ?? '')).toBe(true);
  });
  expect(await readdir(folder)).toHaveLength(1);
});

test('a download that fails leaves nothing and is tried again', async () => {
  const { cache, fetched, folder } = await cacheOf(10 * SIZE);
  for (let time = 0; time < 2; time += 1)
    await expect(cache.use(['a', 'broken'], nothing)).rejects.toThrow('cut off');
  expect(fetched).toEqual(['a', 'broken', 'broken']);
  expect(await readdir(folder)).toEqual(['a']);
});

test('copies of an earlier process are used, and halves of downloads removed', async () => {
  const { cache, folder } = await cacheOf(10 * SIZE);
  await cache.use(['a'], nothing);
  await writeFile(join(folder, '.coming-1'), 'half');
  const later = await cacheOf(10 * SIZE, folder);
  await later.cache.use(['a'], nothing);
  expect(later.fetched).toEqual([]);
  expect(await readdir(folder)).toEqual(['a']);
});
