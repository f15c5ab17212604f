import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FactsRefusedError } from '../../src/warehouse/facts-refused-error.ts';
import { loadFacts } from '../../src/warehouse/load.ts';
import { csvOf, factRow, makeWarehouse } from './support.ts';

let warehouse: Awaited<ReturnType<typeof makeWarehouse>>;
beforeAll(async () => {
  warehouse = await makeWarehouse();
});
afterAll(() => warehouse.remove());

async function refusal(name: string, text: string | Buffer): Promise<FactsRefusedError> {
  const file = await warehouse.write(name, text);
  const before = warehouse.factFiles.length;
  const error = await loadFacts(warehouse, { file }).catch((reason: unknown) => reason);
  if (!(error instanceof FactsRefusedError)) throw new Error(`not refused: ${String(error)}`);
  expect(warehouse.factFiles).toHaveLength(before);
  expect(await warehouse.files.list('drafts')).toEqual([]);
  return error;
}

describe('loading facts', () => {
  test('a CSV is split by month into files sorted by advertiser and hour, and its content loads once', async () => {
    const rows = [
      factRow({ hour: '2026-03-31T23:00:00Z', advertiserId: 2 }),
      factRow({ hour: '2026-04-01T00:00:00Z', advertiserId: 1 }),
      factRow({ hour: '2026-03-31T22:00:00Z', advertiserId: 1, packageId: 7, spend: '0.1' }),
    ];
    const file = await warehouse.write('good.csv', csvOf(rows));
    expect(await loadFacts(warehouse, { file })).toEqual({ rows: 3, loaded: true });
    const copy = await warehouse.write('copy.csv', csvOf(rows));
    expect(await loadFacts(warehouse, { file: copy })).toEqual({ rows: 3, loaded: false });
    expect(warehouse.factFiles.map(({ rows: count, minHour }) => [count, minHour.toISOString()])).toEqual([
      [2, '2026-03-31T22:00:00.000Z'],
      [1, '2026-04-01T00:00:00.000Z'],
    ]);
    const [march] = warehouse.factFiles;
    const sql = 'SELECT advertiser_id, package_id, spend FROM read_parquet(?)';
    const stored = await warehouse.files.use([march?.name ?? ''], (values) =>
      warehouse.engine.run({ statements: [{ sql, values }] }),
    );
    expect(stored).toEqual([
      { advertiser_id: 1, package_id: 7, spend: '0.100000' },
      { advertiser_id: 2, package_id: null, spend: '0.250000' },
    ]);
  });

  test('a path is a name and no pattern of names', async () => {
    const row = (at: string) => csvOf([factRow({ hour: `2026-06-01T${at}:00:00Z` })]);
    for (const [at, name] of ['x1.csv', 'xa.csv', 'xb.csv'].entries())
      await warehouse.write(name, row(`0${at}`));
    for (const [at, name] of ['x[1].csv', 'x?.csv', 'x*.csv'].entries()) {
      const file = await warehouse.write(name, row(`1${at}`));
      const before = warehouse.factFiles.length;
      expect(await loadFacts(warehouse, { file })).toEqual({ rows: 1, loaded: true });
      expect(warehouse.factFiles.slice(before).map(({ minHour }) => minHour.getUTCHours())).toEqual([
        10 + at,
      ]);
    }
  });

  test('a load that cannot be registered leaves no file, and succeeds when it is repeated', async () => {
    const file = await warehouse.write('twice.csv', csvOf([factRow({ hour: '2026-05-01T00:00:00Z' })]));
    const before = await warehouse.files.list('.');
    const failing = {
      ...warehouse,
      catalogue: {
        ...warehouse.catalogue,
        register: () => Promise.reject(new Error('the database is gone')),
      },
    };
    await expect(loadFacts(failing, { file })).rejects.toThrow('the database is gone');
    expect((await warehouse.files.list('.')).map(({ name }) => name)).toEqual(before.map(({ name }) => name));
    expect(await loadFacts(warehouse, { file })).toEqual({ rows: 1, loaded: true });
  });

  test('NDJSON and Parquet of the same rows load the same facts', async () => {
    const row = factRow({ hour: '2026-05-01T00:00:00Z', spend: 1.25 });
    const ndjson = await warehouse.write(
      'facts.ndjson',
      `${JSON.stringify(row)}\n${JSON.stringify({ ...row, packageId: null })}\n`,
    );
    expect(await loadFacts(warehouse, { file: ndjson })).toEqual({ rows: 2, loaded: true });
    const parquet = `${warehouse.root}/facts.parquet`;
    await warehouse.engine.run({
      statements: [
        {
          sql: `COPY (SELECT TIMESTAMP '2026-05-01 00:00:00' AS hour, 1 AS "advertiserId", 2 AS "campaignId",
            3 AS "lineId", NULL::INTEGER AS "packageId", 'FR' AS country, 1 AS impressions, 0 AS clicks,
            1.5::DECIMAL(10,3) AS spend, 1 AS "qualifiedBidRequests", 1 AS "bidResponses",
            1 AS "availableBidRequests") TO ? (FORMAT parquet)`,
          values: [parquet],
        },
      ],
    });
    expect(await loadFacts(warehouse, { file: parquet })).toEqual({ rows: 1, loaded: true });
  });

  test('a file with a header and nothing else loads no rows', async () => {
    expect(await loadFacts(warehouse, { file: await warehouse.write('empty.csv', csvOf([])) })).toEqual({
      rows: 0,
      loaded: true,
    });
  });

  test.each([
    ['an hour that is not full', { hour: '2026-03-01T05:30:00Z' }, 'hour'],
    ['an hour with another offset', { hour: '2026-03-01T05:00:00+02:00' }, 'hour'],
    ['an hour without a zone', { hour: '2026-03-01T05:00:00' }, 'hour'],
    ['a day that does not exist', { hour: '2026-02-30T05:00:00Z' }, 'hour'],
    ['an empty hour', { hour: '' }, 'hour'],
    ['a line that is text', { lineId: 'x' }, 'lineId'],
    ['an advertiser beyond an id', { advertiserId: '2147483648' }, 'advertiserId'],
    ['a zero campaign', { campaignId: 0 }, 'campaignId'],
    ['a package that is text', { packageId: 'p' }, 'packageId'],
    ['a country of three letters', { country: 'USA' }, 'country'],
    ['negative impressions', { impressions: -1 }, 'impressions'],
    ['a fraction of a click', { clicks: '1.5' }, 'clicks'],
    ['impressions with an exponent', { impressions: '1e3' }, 'impressions'],
    ['spend with a seventh decimal', { spend: '0.1234567' }, 'spend'],
    ['negative spend', { spend: '-1' }, 'spend'],
    ['spend that is not a number', { spend: 'NaN' }, 'spend'],
    ['a missing count', { bidResponses: '' }, 'bidResponses'],
  ])('%s is refused, and its line is named', async (_, bad, column) => {
    const { lines, refused } = await refusal('bad.csv', csvOf([{}, bad, {}]));
    expect(refused).toBe(1);
    expect(lines).toEqual([{ line: 3, problems: [expect.stringMatching(`^${column} must be`)] }]);
  });

  test('a number beyond its range is refused, and the range is named', async () => {
    const beyond = { packageId: '2147483648', impressions: '1000000000000001' };
    const { lines } = await refusal('beyond.csv', csvOf([{ impressions: '1000000000000000' }, beyond]));
    expect(lines).toEqual([
      {
        line: 3,
        problems: [
          'packageId must be empty or an integer from 1 to 2147483647',
          'impressions must be an integer from 0 to 1000000000000000',
        ],
      },
    ]);
  });

  test('every bad line is counted, by its place in the file whatever stands between', async () => {
    const [header, good] = csvOf([{}]).split('\n');
    const text = Buffer.concat([
      Buffer.from(`\uFEFF${header}\r\n${good}\r\n\r\nshort,row\r\n`),
      Buffer.from([0xff, 0x00, 0x2c, 0x0d, 0x0a]),
      Buffer.from(`${good}\r\n${good},extra\r\n`),
    ]);
    const { lines } = await refusal('messy.csv', text);
    expect(lines.map(({ line }) => line)).toEqual([4, 5, 7]);
  });

  test('more than a hundred bad lines are counted and the first hundred named', async () => {
    const { refused, lines } = await refusal(
      'many.csv',
      csvOf(Array.from({ length: 250 }, () => ({ country: 'us' }))),
    );
    expect([refused, lines.length, lines[0]?.line, lines[99]?.line]).toEqual([250, 100, 2, 101]);
  });

  test('a header with missing, unknown or repeated columns is refused as line 1', async () => {
    const { lines } = await refusal('header.csv', 'hour,hour,foo\n');
    expect(lines[0]?.line).toBe(1);
    expect(lines[0]?.problems).toEqual(
      expect.arrayContaining([
        'the column spend is missing',
        'unknown column foo',
        'the column hour is there twice',
      ]),
    );
  });

  test('bad NDJSON lines and bad Parquet are refused', async () => {
    const good = JSON.stringify(factRow());
    const { lines } = await refusal(
      'bad.ndjson',
      `${good}\n[1]\n{oops\n${JSON.stringify(factRow({ spend: 'x' }))}\n`,
    );
    expect(lines.map(({ line }) => line)).toEqual([2, 3, 4]);
    await refusal('bad.parquet', 'PAR1 and then nothing of the kind');
    await refusal('nothing.csv', '');
  });
});
