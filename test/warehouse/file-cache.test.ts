import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { FileCache } from '../../src/warehouse/s3/cache.ts';

const SIZE = 100;

async function cacheOf(
  maxBytes: number,
  folder?: string,
  onFetch: (name: string) => Promise<void> = async () => {},
) {
  const own = folder ?? (await mkdtemp(join(tmpdir(), 'cache-')));
  if (!folder) onTestFinished(() => rm(own, { recursive: true, force: true }));
  const fetched: string[] = [];
  const cache = new FileCache({
    folder: own,
    maxBytes,
    fetch: async (name, place) => {
      fetched.push(name);
      await onFetch(name);
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

test('the files of one use come some at a time', async () => {
  const names = Array.from({ length: 10 }, (_, at) => `f${at}`);
  let coming = 0;
  let most = 0;
  const { cache, fetched } = await cacheOf(20 * SIZE, undefined, async () => {
    coming += 1;
    most = Math.max(most, coming);
    await setTimeout(5);
    coming -= 1;
  });
  await cache.use(names, async (places) => expect(places.map((place) => basename(place))).toEqual(names));
  expect(fetched.sort()).toEqual(names);
  expect(most).toBe(4);
});

test('a use that fails gives back what was on its way', async () => {
  const { cache, folder } = await cacheOf(SIZE, undefined, async (name) => {
    if (name !== 'broken') await setTimeout(20);
  });
  await expect(cache.use(['a', 'b', 'broken', 'c', 'd', 'e'], nothing)).rejects.toThrow('cut off');
  await cache.use(['f'], nothing);
  // With a bound of one file, a copy that still counted as used would stay next to it.
  expect(await readdir(folder)).toEqual(['f']);
});

test('beyond the bound the copy that was used longest ago goes', async () => {
  const { cache, fetched, folder } = await cacheOf(2 * SIZE);
  for (const name of ['a', 'b', 'a', 'c']) await cache.use([name], nothing);
  expect((await readdir(folder)).sort()).toEqual(['a', 'c']);
  await cache.use(['b'], nothing);
  expect(fetched).toEqual(['a', 'b', 'c', 'b']);
});

test('files in use are retained, however large, and evicted afterwards', async () => {
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

test('a folder that could not be read at first is read again', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'cache-')), 'copies');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(folder, 'in the way');
  const { cache } = await cacheOf(10 * SIZE, folder);
  await expect(cache.use(['a'], nothing)).rejects.toThrow();
  await rm(folder);
  await cache.use(['a'], async ([place]) => expect(existsSync(String(place))).toBe(true));
});
