import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadDictionary } from '../../../../src/domain/audiences/dictionary/load.ts';
import { loadFeed } from '../../../../src/domain/audiences/product-set/load-feed.ts';
import { ValidationError } from '../../../../src/domain/errors.ts';
import { trafficSystem } from '../../../support/seat.ts';

/** Files that are made to hurt are refused with a short reason, in bounded memory. */

const { system, caller } = await trafficSystem();
const dir = await mkdtemp(join(tmpdir(), 'hurting-'));
afterAll(() => rm(dir, { recursive: true }));
const MIB = 2 ** 20;
const columns = (count: number) => Array.from({ length: count }, (_, n) => `c${n}`).join(',');

async function refusal(name: string, text: string, load: (file: string) => Promise<unknown>) {
  const file = join(dir, name);
  await writeFile(file, text);
  const before = process.memoryUsage().rss;
  const error = await load(file).catch((reason: unknown) => reason);
  const grown = (process.memoryUsage().rss - before) / MIB;
  if (!(error instanceof ValidationError)) throw new Error(`not refused: ${String(error).slice(0, 200)}`);
  expect(JSON.stringify(error.issues).length).toBeLessThan(64 * 1024);
  expect(grown).toBeLessThan(200);
  return error;
}

const FEEDS: Record<string, [name: string, make: () => string]> = {
  'a line of 100 MiB': ['line.ndjson', () => `{"id":"1","a":"${'x'.repeat(100 * MIB)}"}`],
  'a header of 100 MiB': ['header.csv', () => 'x'.repeat(100 * MIB)],
  'a quote that is not closed': ['quote.csv', () => `id,title\n1,"${'2,two\n'.repeat(10 * MIB)}`],
  '100,000 columns': ['columns.csv', () => `id,${columns(100_000)}\n1\n`],
  'JSON that is nested deeply': [
    'deep.ndjson',
    () => `{"id":"1","a":${'['.repeat(100_000)}${']'.repeat(100_000)}}\n`,
  ],
  'values of wrong types': ['types.ndjson', () => `{"id":{"a":1}}\n{"id":[1]}\n{"id":true}\n`],
  '100,000 wrong lines': ['lines.ndjson', () => '[]\n'.repeat(100_000)],
};
describe('feed load', () => {
  test.each(Object.entries(FEEDS))('%s', async (_name, [name, make]) => {
    const { id: advertiserId } = await (await caller()).advertiser();
    await refusal(name, make(), (file) => loadFeed({ system, advertiserId, file }));
    expect(await system.db.product.count({ where: { advertiserId } })).toBe(0);
  });
});

const LISTS: Record<string, () => string> = {
  'a header of 100 MiB': () => 'x'.repeat(100 * MIB),
  'a value of 100 MiB': () => `value,name\n${'x'.repeat(100 * MIB)},a\n`,
  'a quote that is not closed': () => `value,name\n"${'a,b\n'.repeat(10 * MIB)}`,
  '100,000 columns': () => `value,name,${columns(100_000)}\na,b\n`,
};
describe('dictionary load', () => {
  test.each(Object.entries(LISTS))('%s', async (_name, make) => {
    await refusal('list.csv', make(), (file) =>
      loadDictionary({ pool: system.pool, list: 'language', files: [file] }),
    );
  });
});
