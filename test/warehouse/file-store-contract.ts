import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import type { FileStore } from '../../src/warehouse/file-store.ts';

/** The contract of every file store; `open` opens the same location again, as another process does. */
export function fileStoreContract(open: () => Promise<FileStore>): void {
  const publish = async (files: FileStore, name: string, bytes: Buffer | string) => {
    const draft = await files.draft();
    await writeFile(draft, bytes);
    return files.publish(draft, name);
  };
  const namesIn = async (files: FileStore, folder: string) =>
    (await files.list(folder)).map(({ name }) => name).sort();

  test.each([0, 1, 100_000, 40_000_000])('a file of %i bytes is read as it was published', async (size) => {
    const [writer, reader] = [await open(), await open()];
    const name = `facts/sizes/${size}.parquet`;
    const bytes = randomBytes(size);
    expect(await publish(writer, name, bytes)).toBe(size);
    for (const files of [writer, reader]) {
      expect((await buffer(files.read(name))).equals(bytes)).toBe(true);
      const found = await files.use([name], async ([place = '']) => readFile(place));
      expect(found.equals(bytes)).toBe(true);
      // Now from a copy, where there are copies.
      expect((await buffer(files.read(name))).equals(bytes)).toBe(true);
    }
  });

  test('a range is read with both its ends, from a copy and from the store', async () => {
    const [writer, reader] = [await open(), await open()];
    await publish(writer, 'reports/r/1.csv', '0123456789');
    for (const files of [writer, reader])
      for (const [range, expected] of [
        [{ start: 0, end: 0 }, '0'],
        [{ start: 3, end: 5 }, '345'],
        [{ start: 9, end: 9 }, '9'],
      ] as const)
        expect(String(await buffer(files.read('reports/r/1.csv', range)))).toBe(expected);
  });

  test('a draft is seen by nobody, and an operation that is repeated changes nothing', async () => {
    const files = await open();
    const draft = await files.draft();
    await writeFile(draft, 'x');
    expect(await namesIn(files, 'facts/drafted')).toEqual([]);
    await files.publish(draft, 'facts/drafted/a.parquet');
    expect(await namesIn(await open(), 'facts/drafted')).toEqual(['facts/drafted/a.parquet']);
    for (let time = 0; time < 2; time += 1) {
      await files.remove('facts/drafted/a.parquet');
      await files.remove(draft);
      expect(await files.exists('facts/drafted/a.parquet')).toBe(false);
    }
  });

  test('names with spaces, quotes and letters of any script are names', async () => {
    const files = await open();
    const names = ['reports/a b.csv', 'reports/it’s "ü" 100%.csv'];
    for (const name of names) await publish(files, name, name);
    for (const name of names) {
      expect(await files.copy(name, `copied/${name}`)).toBe(true);
      expect(String(await buffer((await open()).read(`copied/${name}`)))).toBe(name);
    }
    expect(await namesIn(files, 'copied')).toEqual(names.map((name) => `copied/${name}`).sort());
  });

  test('a second name retains a file whose first name is removed; a missing file cannot be linked', async () => {
    const files = await open();
    await publish(files, 'facts/held/a.parquet', 'held');
    expect(await files.copy('facts/held/a.parquet', 'held/1/a.parquet')).toBe(true);
    expect(await files.copy('facts/held/none.parquet', 'held/1/none.parquet')).toBe(false);
    await files.remove('facts/held/a.parquet');
    const folder = await mkdtemp(join(tmpdir(), 'saved-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await files.save('held/1/a.parquet', join(folder, 'deep', 'a.parquet'));
    expect(await readFile(join(folder, 'deep', 'a.parquet'), 'utf8')).toBe('held');
    await files.removeAll('held');
    expect(await namesIn(files, 'held')).toEqual([]);
  });

  test('a list of many files contains each once, with the time of its change', async () => {
    const files = await open();
    const began = Date.now();
    const names = Array.from({ length: 30 }, (_, n) => `facts/many/${String(n).padStart(2, '0')}.parquet`);
    await Promise.all(names.map((name) => publish(files, name, name)));
    const found = await files.list('facts/many');
    expect(found.map(({ name }) => name).sort()).toEqual(names);
    for (const { changedAt } of found) expect(Math.abs(changedAt.getTime() - began)).toBeLessThan(60_000);
  });

  test('there is no owner at first, then the configured one', async () => {
    const files = await open();
    expect(await files.owner()).toBeUndefined();
    await files.setOwner('7d444840-9dc0-11d1-b245-5ffdce74fad2');
    expect(await (await open()).owner()).toBe('7d444840-9dc0-11d1-b245-5ffdce74fad2');
  });
}
