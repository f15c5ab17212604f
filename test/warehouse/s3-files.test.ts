import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createS3Files } from '../../src/warehouse/s3/files.ts';
import { fakeS3 } from './fake-s3.ts';

const PART_BYTES = 16 * 1024 * 1024;
const NAME = 'facts/a.parquet';
const folder = await mkdtemp(join(tmpdir(), 's3-files-'));
afterAll(() => rm(folder, { recursive: true }));

type Store = Awaited<ReturnType<typeof fakeS3>>;

/** A process of its own, without copies. */
const open = async ({ bucket }: Store) =>
  createS3Files({ bucket, root: await mkdtemp(join(folder, 'root-')), cacheBytes: 1e9 });

async function publish(store: Store, bytes: number) {
  const files = await open(store);
  const draft = await files.draft();
  await writeFile(draft, Buffer.alloc(bytes, 7));
  return await files.publish(draft, NAME).catch((error: Error) => error.message);
}

test('each request is verified by the store: a file in one, a larger one in parts', async () => {
  const small = await fakeS3();
  expect(await publish(small, 1_000)).toBe(1_000);
  expect(small.steps).toEqual(['put']);
  const large = await fakeS3();
  expect(await publish(large, 2 * PART_BYTES + 1)).toBe(2 * PART_BYTES + 1);
  expect(large.steps).toEqual(['begin', 'part', 'part', 'part', 'complete']);
});

test('a file of which a part arrived damaged is not published, and its upload is given up', async () => {
  const small = await fakeS3({ damages: 1 });
  expect(await publish(small, 1_000)).toContain('BadDigest');
  expect(small.steps).toEqual(['put']);
  const large = await fakeS3({ damages: 2 });
  expect(await publish(large, 2 * PART_BYTES)).toContain('BadDigest');
  expect(large.steps).toEqual(['begin', 'part', 'part', 'abort']);
});

test.each([1_000, 2 * PART_BYTES])(
  'the SHA-256 of %i bytes is stored next to them for whoever reads them',
  async (bytes) => {
    const store = await fakeS3();
    await publish(store, bytes);
    const sha256 = createHash('sha256').update(Buffer.alloc(bytes, 7)).digest('hex');
    expect(store.objects.get(`/b/${NAME}`)?.sha256).toBe(sha256);
  },
);

test('a file that differs from what was published is refused, and nothing of it is stored', async () => {
  const store = await fakeS3();
  await publish(store, 1_000);
  const stored = store.objects.get(`/b/${NAME}`);
  const reader = await open(store);
  const saved = join(folder, 'saved');
  await reader.save(NAME, saved);
  expect((await readFile(saved)).length).toBe(1_000);
  stored?.body.write('damaged');
  await rm(saved);
  await expect(reader.save(NAME, saved)).rejects.toThrow('arrived damaged');
  expect(existsSync(saved)).toBe(false);
  await expect(reader.use([NAME], async () => undefined)).rejects.toThrow('arrived damaged');
});
