import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, it } from 'vitest';
import { currencyLimits, listEntries, textsIn } from '../../../../src/domain/audiences/dictionary/entries.ts';
import { loadDictionary } from '../../../../src/domain/audiences/dictionary/load.ts';
import { locationsById, locationsByType } from '../../../../src/domain/audiences/dictionary/locations.ts';
import { seedReferenceData } from '../../../../src/domain/audiences/dictionary/seed.ts';
import { listSiteGroups, listSites } from '../../../../src/domain/audiences/dictionary/sites.ts';
import { createTestDatabase } from '../../../support/database.ts';

const { pool, prisma } = await createTestDatabase();
const system = { pool, db: prisma };
const dir = await mkdtemp(join(tmpdir(), 'flightline-lists-'));
afterAll(() => rm(dir, { recursive: true }));

const rowsOf = async (name: string): Promise<Record<string, string>[]> =>
  parse(await readFile(new URL(`../../../../prisma/seed/${name}.csv`, import.meta.url)), { columns: true });

async function csv(name: string, text: string): Promise<string[]> {
  const file = join(dir, name);
  await writeFile(file, text);
  return [file];
}

describe('the shipped lists', () => {
  it('are served whole and in the order of their files', async () => {
    for (const list of ['language', 'country', 'timezone', 'currency', 'device', 'exchange'] as const) {
      const served = await listEntries(system, list);
      expect(served.map(({ value }) => value)).toEqual((await rowsOf(list)).map(({ value }) => value));
    }
  });

  it('have every country, state, town and zip of the source files, and nothing of unknown types', async () => {
    const rows = [...(await rowsOf('woeid')), ...(await rowsOf('woeid-zip-sample'))];
    const served = await Promise.all(
      (['country', 'state', 'city', 'zip', 'DMA', 'region'] as const).map((type) =>
        locationsByType({ pool }, type, { si: 0, mr: 500 }),
      ),
    );
    const count = (type: string) => rows.filter((row) => row.type === type).length;
    expect(served.map(({ length }) => length)).toEqual([
      count('COUNTRY'),
      count('State'),
      count('Town'),
      count('Zip'),
      0,
      0,
    ]);
  });

  it('have texts in four languages, limits for every currency, sites in and outside of active groups', async () => {
    for (const language of ['en', 'es', 'fr', 'ja'])
      expect(await textsIn(system, 'call_to_action_text', language)).not.toHaveLength(0);
    expect(await textsIn(system, 'call_to_action_text', 'de')).toBeUndefined();
    expect(await currencyLimits(system, 'JPY')).toEqual({
      minCampaignBudget: expect.any(Number),
      minBidCpm: expect.any(Number),
      minBidCpmVideo: expect.any(Number),
      minBidCpv: expect.any(Number),
      minBidCpc: expect.any(Number),
    });
    const groups = new Set((await listSiteGroups(system)).map(({ value }) => value));
    const sites = await listSites(system);
    expect(sites.filter(({ group }) => group !== null && groups.has(group))).not.toHaveLength(0);
    expect(sites.filter(({ group }) => group === null)).not.toHaveLength(0);
  });

  it('are left alone by a second start', async () => {
    const before = await pool.query('SELECT * FROM dictionary_version ORDER BY list');
    await seedReferenceData(pool);
    expect((await pool.query('SELECT * FROM dictionary_version ORDER BY list')).rows).toEqual(before.rows);
  });
});

describe('loading a list', () => {
  it('replaces all of it, and readers see that at once', async () => {
    await listEntries(system, 'exchange');
    const files = await csv('exchange.csv', 'name,value,note\n"Ex, one",7,x\nTwo,9,y\n');
    expect(await loadDictionary({ pool, list: 'exchange', files })).toEqual({ rows: 2 });
    expect((await listEntries(system, 'exchange')).map(({ value, name }) => [value, name])).toEqual([
      ['7', 'Ex, one'],
      ['9', 'Two'],
    ]);
  });

  it.each([
    [
      'a malformed, a missing and a too long value',
      `value,name\nde,German\nDE,x\nfr,\nes,${'x'.repeat(256)}\n`,
      [3, 4, 5],
    ],
    ['a repeated key', 'value,name\nde,German\nfr,French\nde,Again\n', [4]],
    ['a column that is missing', 'value\nde\n', [1]],
    ['a quote that never ends', 'value,name\nde,"German\n', [2]],
    ['no rows', 'value,name\n', [2]],
    ['a NUL character', 'value,name\nde,Ger\0man\n', [2]],
  ])('is refused whole for %s, naming the lines', async (_case, text, lines) => {
    const before = await listEntries(system, 'language');
    const files = await csv('language.csv', text);
    await expect(loadDictionary({ pool, list: 'language', files })).rejects.toMatchObject({
      name: 'ValidationError',
      issues: lines.map((line) => ({ path: `line ${line}` })),
    });
    expect(await listEntries(system, 'language')).toEqual(before);
  });

  it('retains a location that a line targets without serving it, and serves it again once a load contains it', async () => {
    await pool.query(`SET session_replication_role = replica; INSERT INTO line_geo VALUES (1, 44418)`);
    await pool.query('SET session_replication_role = DEFAULT');
    const header = 'woeid,parentWoeid,type,name,countryCode,code\n';
    const small = await csv('small.csv', `${header}1,,World,World,,\n`);
    await loadDictionary({ pool, list: 'woeid', files: small });
    expect(await locationsById(system, [44418, 1])).toMatchObject([{ woeid: 1 }]);
    expect((await pool.query('SELECT woeid FROM location ORDER BY woeid')).rows).toEqual([
      { woeid: 1 },
      { woeid: 44418 },
    ]);
    const back = await csv('back.csv', `${header}44418,1,Town,London,GB,\n`);
    await loadDictionary({ pool, list: 'woeid', files: back });
    expect(await locationsById(system, [44418])).toMatchObject([{ name: 'London' }]);
  });
});
