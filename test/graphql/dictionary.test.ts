import { describe, expect, it } from 'vitest';
import { createAdvertiser, nativeTest } from '../rest/native/support.ts';
import { tokenFor } from '../support/actors.ts';

const native = await nativeTest({ FLIGHTLINE_DISABLED_FEATURES: 'device' });
const { call, client } = await native.caller();
const advertiserId = await createAdvertiser(native.system, client);
const token = await tokenFor(native.system, client);

async function dictionary(selection: string) {
  const answer = await native.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ query: `{ dictionary { answer: ${selection} } }` }),
  });
  const { data, errors } = answer.json();
  return { list: data?.dictionary?.answer, code: errors?.[0]?.extensions?.code };
}

const segments = (field: string, more = '') => `${field}(advertiserId: "${advertiserId}"${more})`;

describe('dictionary', () => {
  it.each([
    ['language', 'languages { name value }'],
    ['country', 'countries { name value }'],
    ['timezone', 'timezones { name value }'],
    ['currency', 'currencies { name value }'],
    ['woeid?type=country', 'locations(type: country) { woeid parentWoeid type name }'],
    ['woeid?woeid=44418&woeid=1', 'locations(woeid: [44418, 1]) { woeid parentWoeid type name }'],
    [
      'woeid?location=Lodnon&fuzzy=true',
      'locations(location: "Lodnon", fuzzy: true) { woeid parentWoeid type name }',
    ],
    ['woeid?type=state&si=10&mr=5', 'locations(type: state, si: 10, mr: 5) { woeid parentWoeid type name }'],
    ['bbsxd_supported_sites', 'sites { category name value }'],
    ['bbsxd_supported_sites?category=news', 'sites(category: "news") { category name value }'],
    ['bbsxd_supported_site_groups', 'siteGroups { name value }'],
    [`interest_segments_3p?advertiserId=${advertiserId}`, `${segments('interestSegments3p')} { name value }`],
    [
      `interest_segments_data_providers?advertiserId=${advertiserId}`,
      `${segments('interestSegmentsDataProviders')} { value name description parentId dataProvider }`,
    ],
    [
      `interest_segments_platform?advertiserId=${advertiserId}&parentId=1000`,
      `${segments('interestSegmentsPlatform', ', parentId: 1000')} { value name description parentId }`,
    ],
  ])('returns the same as REST for %s', async (path, selection) => {
    const rest = await call('GET', `/dictionary/${path}`);
    expect(rest.status).toBe(200);
    expect((await dictionary(selection)).list).toEqual(rest.body.response);
  });

  it('returns the limits of a currency as decimals, what REST returns as numbers', async () => {
    const rest = await call('GET', '/dictionary/currency?code=USD');
    const limits = 'minCampaignBudget minBidCpm minBidCpmVideo minBidCpv minBidCpc';
    const { list } = await dictionary(`currencyLimits(code: "USD") { ${limits} }`);
    expect(Object.keys(rest.body.response).sort()).toEqual(limits.split(' ').sort());
    expect(list).toEqual(
      Object.fromEntries(Object.entries(rest.body.response).map(([name, limit]) => [name, String(limit)])),
    );
  });

  it.each([
    ['call_to_action_text', 'callToActionTexts'],
    ['flash_sale_countdown_prefix_text', 'flashSaleCountdownPrefixTexts'],
  ])('answers the texts of %s as entries', async (path, field) => {
    for (const [query, argument] of [
      ['', ''],
      ['?language=ja', '(language: "ja")'],
    ]) {
      const rest = await call('GET', `/dictionary/${path}${query}`);
      const { list } = await dictionary(`${field}${argument} { value name number }`);
      expect(list.map(({ value }: { value: string }) => value)).toEqual(rest.body.response);
    }
  });

  it('has categories with parents, and exchanges', async () => {
    const { list } = await dictionary('categories { value name parentId }');
    expect(list).toHaveLength(1179);
    expect(list[0]).toEqual({ value: 1, name: 'Automotive', parentId: null });
    expect((await dictionary('categories(parentId: 1) { value }')).list[0]).toEqual({ value: 2 });
    expect((await dictionary('exchanges { value name }')).list).toHaveLength(5);
  });

  it('has the place that contains each place', async () => {
    const { list } = await dictionary(
      'locations(location: "Lodnon", fuzzy: true) { parentWoeid parent { woeid parentWoeid parent { woeid } } }',
    );
    type Place = { woeid: number; parentWoeid: number | null; parent: Place | null };
    for (const { parentWoeid, parent } of list as Place[]) {
      expect(parent?.woeid ?? null).toBe(parentWoeid);
      expect(parent?.parent?.woeid ?? null).toBe(parent?.parentWoeid ?? null);
    }
    expect(list.some(({ parent }: Place) => parent?.parent)).toBe(true);
    const [world] = (await dictionary('locations(woeid: [1]) { parent { woeid } }')).list;
    expect(world.parent).toBeNull();
  });

  it('refuses what REST refuses', async () => {
    for (const selection of [
      'locations { name }',
      'locations(fuzzy: true, type: city) { name }',
      'sites(category: "RADIO") { name }',
      'callToActionTexts(language: "de") { value }',
      'currencyLimits(code: "XXX") { minBidCpc }',
      'interestSegments3p(advertiserId: "987654321") { name }',
    ])
      expect(await dictionary(selection)).toMatchObject({ code: 'VALIDATION' });
    expect(await dictionary('devices { name }')).toMatchObject({ code: 'FORBIDDEN' });
  });
});
