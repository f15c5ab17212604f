import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadFeed } from '../../src/domain/audiences/product-set/load-feed.ts';
import type { Caller } from '../support/caller.ts';
import { cliOn } from '../support/cli.ts';
import { createAdvertiser, type TrafficTest, trafficTest } from '../support/traffic/traffic.ts';

let test: TrafficTest;
let caller: Caller;
let folder: string;

beforeAll(async () => {
  test = await trafficTest();
  caller = test.caller;
  folder = await mkdtemp(join(tmpdir(), 'flightline-feed-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function load(advertiserId: number, name: string, content: string | Buffer) {
  const file = join(folder, name);
  await writeFile(file, content);
  const { code, stdout } = await cliOn(test.system)(
    'feed',
    'load',
    '--advertiser',
    String(advertiserId),
    file,
    '--json',
  );
  return { code, answer: JSON.parse(stdout) };
}

const productsOf = (advertiserId: number) =>
  test.system.db.product.findMany({ where: { advertiserId }, orderBy: { id: 'asc' } });

const CSV = [
  'id,title,price,brand,availability,colour',
  'a1,"Shoe, red",19.90,Acme,in stock,red',
  'a2,Shoe,25 USD,Acme,in stock,',
  'a3,"Hat ""Sun""",7,Bolt,out of stock,blue',
  '',
].join('\n');

describe('flightline feed load', () => {
  it('takes CSV, TSV and NDJSON alike, with any further column', async () => {
    const [csv, tsv, ndjson] = await Promise.all([1, 2, 3].map(() => createAdvertiser(caller)));
    if (!csv || !tsv || !ndjson) throw new Error('no advertisers');
    expect(await load(csv, 'feed.csv', `\uFEFF${CSV.replaceAll('\n', '\r\n')}`)).toEqual({
      code: 0,
      answer: { rows: 3, added: 3, changed: 0, removed: 0 },
    });
    await load(
      tsv,
      'feed.tsv',
      'id\ttitle\tprice\tbrand\tavailability\tcolour\na1\tShoe, red\t19.90\tAcme\tin stock\tred\n',
    );
    const shoe = {
      id: 'a1',
      title: 'Shoe, red',
      price: 19.9,
      brand: 'Acme',
      availability: 'in stock',
      colour: 'red',
    };
    await load(ndjson, 'feed.ndjson', `${JSON.stringify(shoe)}\n\n`);
    for (const advertiserId of [csv, tsv, ndjson])
      expect((await productsOf(advertiserId))[0]).toEqual({ advertiserId, id: 'a1', data: shoe });
  });

  it('changes nothing when the same file is loaded again, and only the differences of another file', async () => {
    const advertiserId = await createAdvertiser(caller);
    await load(advertiserId, 'feed.csv', CSV);
    expect((await load(advertiserId, 'feed.csv', CSV)).answer).toEqual({
      rows: 3,
      added: 0,
      changed: 0,
      removed: 0,
    });
    const next = CSV.replace('a2,Shoe,25 USD', 'a4,Shoe,25 USD').replace('19.90', '18');
    expect((await load(advertiserId, 'feed.csv', next)).answer).toEqual({
      rows: 3,
      added: 1,
      changed: 1,
      removed: 1,
    });
    expect((await productsOf(advertiserId)).map(({ id }) => id)).toEqual(['a1', 'a3', 'a4']);
  });

  it('names every invalid row by its line and leaves the feed unchanged', async () => {
    const advertiserId = await createAdvertiser(caller);
    await load(advertiserId, 'feed.csv', CSV);
    const before = await productsOf(advertiserId);
    const bad = ['id,title,price', 'b1,Fine,1', ',No id,1', 'b2,Free,gratis', 'b3,Short', 'b4,Fine,2'].join(
      '\n',
    );
    const { code, answer } = await load(advertiserId, 'bad.csv', bad);
    expect(code).toBe(1);
    expect(answer).toMatchObject({
      refused: 3,
      lines: [
        { line: 3, problems: ['has no id'] },
        { line: 4, problems: ['has a price that is neither a number nor an amount such as 19.99 USD'] },
        { line: 5, problems: ['has 2 columns, but the header has 3'] },
      ],
    });
    expect(await productsOf(advertiserId)).toEqual(before);
  });

  it.each<[string, string, string | Buffer, number]>([
    ['an id that stands there twice', 'a.csv', 'id,title\na,1\nb,2\na,3\n', 4],
    ['no column id', 'a.csv', 'sku,title\na,1\n', 1],
    ['a column twice', 'a.csv', 'id,title,title\na,1,2\n', 1],
    ['an empty file', 'a.csv', '', 1],
    ['a quote that never ends', 'a.csv', 'id,title\na,"b\n', 2],
    ['invalid JSON', 'a.ndjson', '{"id":"a"}\n{"id":\n', 2],
    ['JSON that is no object', 'a.ndjson', '[1]\n', 1],
    ['an id that is an object', 'a.ndjson', '{"id":{}}\n', 1],
    ['a NUL', 'a.ndjson', '{"id":"a","title":"\\u0000"}\n', 1],
    ['bytes that are no UTF-8', 'a.csv', Buffer.from([...Buffer.from('id,title\na,'), 0xff, 0x0a]), 2],
  ])('refuses %s', async (_what, name, content, line) => {
    const { code, answer } = await load(await createAdvertiser(caller), name, content);
    expect(code).toBe(1);
    expect(answer.lines).toEqual([{ line: expect.any(Number), problems: [expect.any(String)] }]);
    expect(answer.lines[0].line).toBe(line);
  });

  it('refuses an advertiser that is not there', async () => {
    const { code, answer } = await load(2_000_000_000, 'feed.csv', CSV);
    expect([code, answer]).toEqual([1, { error: 'Advertiser not found.' }]);
  });

  it('takes turns: two loads at once leave one of the two feeds, whole', async () => {
    const advertiserId = await createAdvertiser(caller);
    const feed = (brand: string) =>
      `id,brand\n${Array.from({ length: 500 }, (_, i) => `${i},${brand}`).join('\n')}\n`;
    const loads = ['Acme', 'Bolt'].map(async (brand) => {
      const file = join(folder, `${brand}.csv`);
      await writeFile(file, feed(brand));
      return loadFeed({ system: test.system, advertiserId, file });
    });
    const added = (await Promise.all(loads)).map((loaded) => loaded.added);
    expect(added.sort()).toEqual([0, 500]);
    const brands = new Set(
      (await productsOf(advertiserId)).map(({ data }) => (data as { brand: string }).brand),
    );
    expect(brands.size).toBe(1);
  });
});
