import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadDictionary } from '../../../src/domain/audiences/dictionary/load.ts';
import { createAdvertiser, nativeTest } from './support.ts';

const native = await nativeTest();
const { call, client } = await native.caller();
const advertiserId = await createAdvertiser(native.system, client);

const rowsOf = async (name: string): Promise<Record<string, string>[]> =>
  parse(await readFile(new URL(`../../../prisma/seed/${name}.csv`, import.meta.url)), { columns: true });

/** The response of a dictionary path that answers. */
async function get<T = { name: string; value: string | number }>(path: string): Promise<T[]> {
  const { status, body } = await call('GET', `/dictionary${path}`);
  expect([status, body.errors]).toEqual([200, null]);
  return body.response;
}

async function load(list: 'timezone' | 'device', csv: string): Promise<void> {
  const file = join(tmpdir(), `${list}-${process.pid}.csv`);
  onTestFinished(() => rm(file));
  await writeFile(file, csv);
  await loadDictionary({ pool: native.system.pool, list, files: [file] });
}

const refused = (path: string) => call('GET', `/dictionary${path}`);
const INVALID = {
  status: 400,
  body: { response: null, errors: [{ errIndex: -1, code: 'E40000_INVALID_INPUT' }] },
};

describe('GET /dictionary', () => {
  // covers: 3.dictionary-get-no-body./dictionary, 3.what-the-service-does.1
  it('names the documented types, with and without a slash', async () => {
    const values = (await get('')).map(({ value }) => value);
    expect(values).toEqual(
      expect.arrayContaining(['language', 'country', 'timezone', 'currency', 'interest_segments', 'woeid']),
    );
    expect(await get('/')).toEqual(await get(''));
  });

  // covers: 3.dictionary-get-no-body./dictionary/language, 3.dictionary-get-no-body./dictionary/currency
  // covers: 3.dictionary-get-no-body./dictionary/country-/timezone-/device
  // covers: 3.dictionary-entry.name, 3.dictionary-entry.value
  it.each(['language', 'country', 'timezone', 'currency', 'device'])(
    '/%s is its source file',
    async (list) => {
      const rows = await rowsOf(list);
      expect(await get(`/${list}`)).toEqual(rows.map(({ name, value }) => ({ name, value })));
    },
  );

  // covers: 3.dictionary-get-no-body./dictionary/currency~2
  it('/currency?code= returns the limits of one currency', async () => {
    const { body } = await call('GET', '/dictionary/currency?code=EUR');
    expect(Object.keys(body.response).sort()).toEqual(
      ['minBidCpc', 'minBidCpm', 'minBidCpmVideo', 'minBidCpv', 'minCampaignBudget'].sort(),
    );
    for (const value of Object.values(body.response)) expect(value).toBeTypeOf('number');
    for (const code of ['eur', 'XXX', '', 'EUR&code=USD'])
      expect(await refused(`/currency?code=${code}`)).toMatchObject(INVALID);
  });

  // covers: 3.dictionary-get-no-body./dictionary/call_to_action_text/
  // covers: 3.dictionary-get-no-body./dictionary/flash_sale_countdown_prefix_text/
  it.each(['call_to_action_text', 'flash_sale_countdown_prefix_text'])(
    '/%s/ answers texts by language, English by default',
    async (list) => {
      const rows = await rowsOf(list);
      const texts = (language: string) =>
        rows.filter((row) => row.language === language).map(({ value }) => value);
      expect(await get(`/${list}/`)).toEqual(texts('en'));
      for (const language of ['es', 'fr', 'ja'])
        expect(await get(`/${list}?language=${language}`)).toEqual(texts(language));
      for (const language of ['de', 'ES', '', 'es&language=fr'])
        expect(await refused(`/${list}?language=${language}`)).toMatchObject(INVALID);
    },
  );

  it('serves the countdown prefixes at the URL without the dictionary segment too', async () => {
    const { status, body } = await call('GET', '/flash_sale_countdown_prefix_text/?language=fr');
    expect(status).toBe(200);
    expect(body.response).toEqual(await get('/flash_sale_countdown_prefix_text?language=fr'));
  });
});

describe('GET /dictionary/woeid', () => {
  type Location = { woeid: number; parentWoeid: number; type: string; name: string };

  // covers: 3.dictionary-get-no-body./dictionary/woeid/
  it('returns all of a type, with parents', async () => {
    const rows = [...(await rowsOf('woeid')), ...(await rowsOf('woeid-zip-sample'))];
    for (const [type, stored] of Object.entries({
      country: 'COUNTRY',
      state: 'State',
      city: 'Town',
      zip: 'Zip',
    })) {
      const expected = rows
        .filter((row) => row.type === stored)
        .map(({ woeid, parentWoeid, name }) => ({
          woeid: Number(woeid),
          parentWoeid: Number(parentWoeid),
          type: stored,
          name,
        }));
      const served = await get<Location>(`/woeid/?type=${type}`);
      const order = (a: Location, b: Location) => a.woeid - b.woeid;
      expect(served.toSorted(order)).toEqual((expected as Location[]).toSorted(order));
    }
    expect(await get('/woeid?type=DMA')).toEqual([]);
    expect(await get('/woeid?type=region')).toEqual([]);
    expect(await get<Location>('/woeid?type=city&mr=2&si=1')).toEqual(
      (await get<Location>('/woeid?type=city')).slice(1, 3),
    );
    for (const query of [
      'type=Country',
      'type=dma',
      'type=planet',
      'type=',
      '',
      'type=city&mr=501',
      'type=city&type=zip',
    ])
      expect(await refused(`/woeid?${query}`)).toMatchObject(INVALID);
  });

  // covers: 3.dictionary-get-no-body./dictionary/woeid
  it('returns locations by ID, in the requested order, without unknown ones', async () => {
    const found = await get<Location>(
      '/woeid?woeid=44418&woeid=23424977&woeid=999999999&woeid=44418&woeid=-4',
    );
    expect(found.map(({ name }) => name)).toEqual(['London', 'United States of America']);
    expect(await get('/woeid?woeid=99999999999')).toEqual([]);
    const times = (count: number) =>
      Array.from({ length: count }, (_, index) => `woeid=${index + 1}`).join('&');
    expect(await get(`/woeid?${times(500)}`)).toHaveLength(1);
    expect(await refused(`/woeid?${times(600)}`)).toMatchObject(INVALID);
    for (const query of ['woeid=London', 'woeid=', 'woeid=4.5', 'woeid=44418&location=London'])
      expect(await refused(`/woeid?${query}`)).toMatchObject(INVALID);
  });

  // covers: 3.dictionary-get-no-body./dictionary/woeid~2
  it('finds names and zips, with a type and with typos', async () => {
    const names = async (query: string) => (await get<Location>(`/woeid?${query}`)).map(({ name }) => name);
    expect((await names('location=london'))[0]).toBe('London');
    expect(await names('location=Lodnon')).toEqual([]);
    expect(await names('location=Lodnon&fuzzy=true&type=city')).toContain('London');
    expect(await names('location=Lodnon&fuzzy=true&type=country')).not.toContain('London');
    expect(await names('location=01108')).toEqual(['01108']);
    expect(await names('location=1108')).toEqual([]);
    expect(await names('location=New%20York&type=state')).toEqual(['New York']);
    for (const query of [
      'fuzzy=true',
      'fuzzy=false&type=city',
      'fuzzy=true&woeid=44418',
      'location=London&fuzzy=yes',
      'location=London&fuzzy=TRUE',
      'location=',
      `location=${'x'.repeat(10_000)}`,
      'location=%00',
      'location=a&location=b',
    ])
      expect(await refused(`/woeid?${query}`)).toMatchObject(INVALID);
    for (const text of ['😀'.repeat(60), "' OR 1=1; --", '%', '_'])
      expect(await names(`location=${encodeURIComponent(text)}&fuzzy=true`)).toEqual([]);
  });
});

describe('GET /dictionary/bbsxd_…', () => {
  // covers: 3.dictionary-get-no-body./dictionary/bbsxd_supported_sites
  it('returns sites, of a category in any case', async () => {
    const rows = await rowsOf('bbsxd_supported_sites');
    const sites = rows.map(({ category, name, value }) => ({ category, name, value }));
    expect(await get('/bbsxd_supported_sites')).toEqual(sites);
    const categories =
      'MAIL HOMEPAGE NEWS FINANCE AFFILIATE SPORTS FANTASY_SPORTS STYLE CELEBRITY WEATHER ANSWERS AUCTION DICTIONARY TELEVISION';
    for (const category of categories.split(' ')) {
      const expected = sites.filter((site) => site.category === category);
      expect(expected.length).toBeGreaterThan(0);
      expect(await get(`/bbsxd_supported_sites?category=${category.toLowerCase()}`)).toEqual(expected);
    }
    expect(await refused('/bbsxd_supported_sites?category=RADIO')).toMatchObject(INVALID);
  });

  // covers: 3.dictionary-get-no-body./dictionary/bbsxd_supported_site_groups
  it('returns the groups that can be targeted: the active ones', async () => {
    expect((await get('/bbsxd_supported_site_groups')).map(({ value }) => value)).toEqual([
      'MAIL_ALL',
      'NEWS_ALL',
    ]);
  });
});

describe('GET /dictionary/interest_segments_…', () => {
  const active = async (list: string) =>
    (await rowsOf(`interest_segments_${list}`)).filter((row) => row.status === 'ACTIVE');

  // covers: 3.dictionary-get-no-body./dictionary/interest_segments_3p
  it('3p returns names and values, also by provider', async () => {
    const rows = await active('3p');
    expect(await get(`/interest_segments_3p?advertiserId=${advertiserId}`)).toEqual(
      rows.map(({ name, value }) => ({ name, value: Number(value) })),
    );
    const provider = encodeURIComponent('sample panel company');
    expect(await get(`/interest_segments_3p?advertiserId=${advertiserId}&provider=${provider}`)).toHaveLength(
      rows.filter((row) => row.dataProvider === 'Sample Panel Company').length,
    );
  });

  // covers: 3.dictionary-get-no-body./dictionary/interest_segments_data_providers
  it('data_providers returns the tree with providers', async () => {
    const rows = await active('data_providers');
    expect(await get(`/interest_segments_data_providers?advertiserId=${advertiserId}`)).toEqual(
      rows.map(({ value, name, description, parentId, dataProvider }) => ({
        value: Number(value),
        name,
        description,
        parentId: parentId === '' ? null : Number(parentId),
        dataProvider,
      })),
    );
  });

  // covers: 3.dictionary-get-no-body./dictionary/interest_segments_operator
  it('of the operator returns active segments by id, parent, search and page', async () => {
    const values = async (query: string) =>
      (await get(`/interest_segments_platform?advertiserId=${advertiserId}${query}`)).map(
        ({ value }) => value,
      );
    expect(await values('')).toEqual((await active('platform')).map(({ value }) => Number(value)));
    expect(await values('&parentId=1000')).toEqual([1001, 1002]);
    expect(await values('&parentId=1010')).toEqual([1011, 1012]);
    expect(await values('&search=TRAVEL')).toEqual([1010, 1011]);
    expect(await values('&id=1021&search=nothing')).toEqual([1021]);
    expect(await values('&id=1013')).toEqual([]);
    expect(await values('&id=99999999999')).toEqual([]);
    expect(await values('&mr=2&si=1')).toEqual([1001, 1002]);
    expect(await values('&search=100%25')).toEqual([]);
  });

  it('needs an advertiser of the caller’s seat', async () => {
    const other = await native.caller();
    const foreign = await createAdvertiser(native.system, other.client);
    const missing = await refused('/interest_segments_3p');
    expect(missing).toMatchObject({ ...INVALID, body: { errors: [{ message: 'Invalid advertiser id' }] } });
    const answers = await Promise.all(
      [foreign, 987_654_321].map((id) => refused(`/interest_segments_platform?advertiserId=${id}`)),
    );
    const [theirs, unknown] = answers.map(({ status, body }) => [
      status,
      JSON.stringify(body.errors)
        .replaceAll(/\d{3,}/g, 'N')
        .replaceAll(/advertiser \d+/g, 'advertiser N'),
    ]);
    expect(theirs).toEqual(unknown);
    for (const query of [
      'advertiserId=x',
      `advertiserId=${advertiserId}&mr=501`,
      `advertiserId=${advertiserId}&si=-1`,
      `advertiserId=${advertiserId}&parentId=x`,
    ])
      expect(await refused(`/interest_segments_platform?${query}`)).toMatchObject(INVALID);
  });
});

describe('a dictionary answer', () => {
  it('has an ETag, and a client that has it gets 304', async () => {
    const first = await call('GET', '/dictionary/country');
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    for (const tags of [etag, etag.slice(2), `"other", ${etag}`, '*'])
      expect(await call('GET', '/dictionary/country', undefined, { 'if-none-match': tags })).toMatchObject({
        status: 304,
        body: undefined,
        headers: { etag },
      });
    expect((await call('GET', '/dictionary/country', undefined, { 'if-none-match': '"other"' })).status).toBe(
      200,
    );
    expect((await call('GET', '/dictionary/language')).headers.etag).not.toBe(etag);
  });

  const TEXTS = '/flash_sale_countdown_prefix_text';
  it.each([
    ['', ''],
    ...['language', 'country', 'timezone', 'device', 'currency'].map((list) => [`/${list}`, '']),
    ['/currency', 'code=EUR'],
    ['/call_to_action_text', 'language=fr'],
    [TEXTS, 'language=fr'],
    ['/woeid', 'type=state'],
    ['/woeid', 'woeid=44418'],
    ['/woeid', 'location=London'],
    ['/bbsxd_supported_sites', 'category=news'],
    ['/bbsxd_supported_site_groups', ''],
    ...['3p', 'data_providers', 'platform'].map((list) => [
      `/interest_segments_${list}`,
      `advertiserId=${advertiserId}`,
    ]),
  ])('of %s?%s has one ETag under each of its URLs', async (path, query) => {
    const prefixes = path === TEXTS ? ['/dictionary', ''] : ['/dictionary'];
    const urls = prefixes.flatMap((prefix) => ['', '/'].map((slash) => `${prefix}${path}${slash}?${query}`));
    const answers = await Promise.all(urls.map((url) => call('GET', url)));
    const [etag, ...others] = new Set(answers.map(({ headers }) => String(headers.etag)));
    expect([etag, others]).toEqual([expect.stringMatching(/^W\/"[\w-]{22}"$/), []]);
    for (const url of urls)
      expect(await call('GET', url, undefined, { 'if-none-match': String(etag) })).toMatchObject({
        status: 304,
        body: undefined,
        headers: { etag },
      });
  });

  it('changes, its ETag too, as soon as the list is loaded', async () => {
    const before = await call('GET', '/dictionary/timezone');
    await load('timezone', 'value,name\nEurope/Paris,Paris\n');
    const headers = { 'if-none-match': String(before.headers.etag) };
    const after = await call('GET', '/dictionary/timezone', undefined, headers);
    expect(after).toMatchObject({
      status: 200,
      body: { response: [{ name: 'Paris', value: 'Europe/Paris' }] },
    });
  });

  // covers: 3.dictionary-get-no-body.1
  it('has at most 500 objects; the further ones of a longer list are behind si', async () => {
    const values = Array.from({ length: 600 }, (_, index) => `PHONE_${index}`);
    const rows = values.map((value, index) => `${index + 1},${value},Phone ${index}`);
    await load('device', ['id,value,name', ...rows].join('\n'));
    const served = async (query: string) => (await get(`/device${query}`)).map(({ value }) => value);
    expect(await served('')).toEqual(values.slice(0, 500));
    expect(await served('?si=500')).toEqual(values.slice(500));
    expect(await served('?si=1&mr=2')).toEqual(values.slice(1, 3));
    for (const query of ['mr=501', 'mr=0', 'si=-1'])
      expect(await refused(`/device?${query}`)).toMatchObject(INVALID);
  });

  it('costs no units', async () => {
    expect((await call('GET', '/dictionary/device')).headers['ratelimit-remaining']).toBeUndefined();
  });
});
