import { describe, expect, it } from 'vitest';
import {
  BILLING_METHOD_TYPE,
  BUDGET_TYPE,
  DAILY_BUDGET_TYPE,
  GOAL_MODE_TYPE,
  GOAL_TYPE,
  LINE_OBJECTIVE,
  MARGIN_TYPE,
  PACING_MODE_TYPE,
} from '../../../src/domain/campaigns/line/enums.ts';
import { type EnumType, valuesOf } from '../../../src/resources/define/enum-type.ts';
import { createTree, type WireCaller, wireTest } from './support.ts';

/** Entries "Words of a line", "Words of a campaign" and "nativeAdStatus is never null". */

const test = await wireTest({ env: { FLIGHTLINE_OPERATOR: 'yahoo' } });

const split = (text: string) => text.split(' ');
const STATUS = split('ACTIVE INACTIVE ARCHIVED UNKNOWN');
const LINE_STATUS = split(
  'ACTIVE PAUSED INACTIVE STOP_TOTAL_BUDGET STOP_DAILY_BUDGET NOT_STARTED ENDED ERROR',
);
const FREQUENCY = split('UNLIMITED MINUTES HOURLY DAILY WEEKLY MONTHLY');
const MEDIA = split('DISPLAY VIDEO AUDIO NATIVE');
const LEVELS = [
  'Country',
  'State',
  'City',
  'Dma',
  'Metro Area',
  'Sub Region',
  'Region',
  'Zip',
  'PostCode Prefix',
];
const BUDGET = split('CURRENCY IMPRESSION');
const BUDGET_SCHEDULE = split('TOTAL_BUDGET SPECIFIED_AMOUNT AUTO_ALLOCATED');
const WINDOW = split('DAY HOUR MINUTE');
const TARGETS = split(
  'AB_TESTING AD_INITIATION AD_POSITION BOT CONNECTION CONTEXTUALS DEMOGRAPHIC ENHANCED_DAY_PARTING EXCHANGES FREQUENCY_CAPPING GEOGRAPHY INVENTORY_TYPE LANGUAGES MOBILE_PLACEMENT NATIVE_LIST PLAYER_SIZE SEGMENT SITE_LISTS TECHNOLOGY VIDEO_CONTENT_LENGTH WEATHER DOOH_SCREEN_OWNERS DOOH_VENUE_TYPES PRIORITIZED_INVENTORY AUCTION_TYPE MOBILE_MEASUREMENT UNKNOWN',
);

/** The enums of the Java client, by resource and path; `?` after a path that can be null. */
const ENUMS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  advertisers: { status: STATUS },
  ads: {
    status: STATUS,
    mediaType: MEDIA,
    nativeAdStatus: split('ACTIVE PAUSED ON_HOLD ON_LIMITED RESTRICTED DELETED REJECTED'),
  },
  lines: {
    status: LINE_STATUS,
    goalType: split(
      'NONE CPI CPC CPA VCPM ROAS MAXINVIEWRATE OCPC CPCV MAXCOMPLETIONRATE MAXCTR COMPLETION_HARD_THRESHOLD ECPM',
    ),
    channelType: split('DOOH DEFAULT'),
    'mediaType?': MEDIA,
    'goalModeType?': split('SOFT HARD'),
    'pacingModeType?': split('EVEN ASAP PACE_AHEAD'),
    'appMarketingObjective?': split('APP_INSTALL POST_INSTALL RE_ENGAGEMENT'),
    'budgetType?': BUDGET,
    'billingMethodType?': split('CPM_PRICE CPC MARGIN CPCV CPC_WITH_MARGIN'),
    'marginType?': split('TOTAL_BUDGET BUYER_COST'),
    // THIRD_PARTY is answered as it is.
    'supplyType?': split('YAHOO THIRD_PARTY'),
    'language?': split(
      'UNKNOWN ENGLISH CHINESE SPANISH JAPANESE PORTUGUESE GERMAN ARABIC FRENCH RUSSIAN DUTCH SWEDISH ITALIAN INDONESIAN ALL',
    ),
    'objective?': split('VISIT_WEB KNOW_BRAND PROMOTE_PRODUCT OPEN_MAIL MARKET_APP'),
    'schedules.dailyBudgetType?': BUDGET_SCHEDULE,
    'conversionList.clickWindowUnitType?': WINDOW,
    'conversionList.viewWindowUnitType?': WINDOW,
    'feeList.typeName': split(
      'AD_SERVING AD_VERIFICATION AUDIENCE_MEASUREMENT BRAND_SAFETY VIEWABILITY OTHER',
    ),
  },
  campaigns: {
    status: [...LINE_STATUS, 'NO_ADS_ADDED'],
    'goalType?': split('CTR CPC CPA CPCV VCPM ROAS CPI ENHANCED_CPC'),
    'demoVendor?': split('YAHOO COMSCORE NIELSEN'),
    'frequencyCapPeriodType?': FREQUENCY,
  },
  deals: { status: STATUS },
  nativelists: { status: STATUS },
  sitelists: { status: STATUS, type: split('SITE_LIST APP_LIST') },
  creatives: {
    status: STATUS,
    creativeType: split(
      'DISPLAY_HOSTED DISPLAY_THIRD_PARTY VIDEO_HOSTED VIDEO_THIRD_PARTY NATIVE_DISPLAY NATIVE_VIDEO AUDIO_HOSTED',
    ),
  },
  geos: { level: LEVELS },
  segments: {
    status: STATUS,
    segmentType: split('INTEREST EMAIL CUSTOM CONVERSIONRULE'),
    audienceType: split('YAHOO DMP ADVERTISER'),
  },
  targeting: {
    // A documented type, answered as it is.
    'types.name': [...TARGETS, 'TARGET_PRODUCT_FUNNEL'],
    'geosIncluded.level': LEVELS,
    'geosExcluded.level': LEVELS,
    frequencyCapPeriod: FREQUENCY,
  },
};

/** The values at a path; of each item of a list. */
function valuesAt(answer: unknown, path: string): unknown[] {
  const [name, ...rest] = path.split('.');
  const own = (Array.isArray(answer) ? answer : [answer]) as Record<string, unknown>[];
  const values = own.flatMap((object) => (name !== undefined && name in object ? [object[name]] : []));
  return rest.length === 0 ? values : values.flatMap((value) => valuesAt(value, rest.join('.')));
}

function wrongWords(resource: string, answer: unknown): string[] {
  return Object.entries(ENUMS[resource] ?? {}).flatMap(([key, words]) => {
    const path = key.replace('?', '');
    return valuesAt(answer, path)
      .filter((value) => (value === null ? path === key : !words.includes(String(value))))
      .map((value) => `${resource}.${path} = ${value}`);
  });
}

async function world() {
  const pair = await test.pair();
  const tree = await createTree(pair.documented);
  const lines = async (extra: object) =>
    made(pair.documented, '/lines', { name: 'Line', orderId: tree.orderId, ...extra });
  return { ...pair, ...tree, lines };
}

async function made(caller: WireCaller, path: string, body: object): Promise<number> {
  const answer = await caller.post(`/traffic${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.response.id;
}
const stale = (table: string, column: string, value: unknown, id: number) =>
  test.system.pool.query(`UPDATE ${table} SET ${column} = $1 WHERE id = $2`, [value, id]);

const LINE_ENUMS: Readonly<Record<string, EnumType>> = {
  goalType: GOAL_TYPE,
  goalModeType: GOAL_MODE_TYPE,
  pacingModeType: PACING_MODE_TYPE,
  billingMethodType: BILLING_METHOD_TYPE,
  marginType: MARGIN_TYPE,
  budgetType: BUDGET_TYPE,
  dailyBudgetType: DAILY_BUDGET_TYPE,
  objective: LINE_OBJECTIVE,
};

/** Resources with every word that can be stored, and with words from before the sets were closed. */
async function everything() {
  const own = await world();
  const { observed, advertiserId, orderId } = own;
  const words = Math.max(...Object.values(LINE_ENUMS).map((type) => valuesOf(type).length));
  for (let at = 0; at < words; at++)
    await own.lines(
      Object.fromEntries(
        Object.entries(LINE_ENUMS).flatMap(([name, type]) => {
          const word = valuesOf(type)[at];
          return word === undefined ? [] : [[name, word]];
        }),
      ),
    );
  await own.lines({ isNativeEnabled: true, supplyType: 'YAHOO', language: 'ENGLISH' });
  await own.lines({ isNativeEnabled: true, supplyType: 'THIRD_PARTY', language: 'POLISH' });
  const pixel = await made(observed, '/pixels', { name: 'Orders', accountId: advertiserId });
  const odd = await own.lines({
    appMarketingObjective: 'SELL',
    channelType: 'DOOH',
    schedules: [{ startDateStr: '2026-12-01T00:00:00Z', endDateStr: '2026-12-02T00:00:00Z', budget: 5 }],
    conversionList: [{ beaconId: pixel, name: 'Orders', clickWindow: 1, viewWindow: 2 }],
    feeList: [{ name: 'Server', fee: 1, typeName: 'AD_SERVING' }],
  });
  for (const column of split(
    'goal_type goal_mode_type pacing_mode_type billing_method_type margin_type budget_type',
  ))
    await stale('line', column, 'ODD', odd);
  await test.system.pool.query(`UPDATE line SET objective = 'ODD', language = 'KLINGON' WHERE id = $1`, [
    odd,
  ]);
  await test.system.pool.query(`UPDATE line_schedule SET daily_budget_type = 'ODD' WHERE line_id = $1`, [
    odd,
  ]);
  await test.system.pool.query(
    `UPDATE line_conversion SET click_window_unit_type = 'WEEK', view_window_unit_type = 'MONTHS' WHERE line_id = $1`,
    [odd],
  );
  const campaign = await made(observed, '/campaigns', { name: 'Odd', accountId: advertiserId });
  await stale(
    'campaign',
    'extra',
    JSON.stringify({ goalType: 'CLICKS', demoVendor: 'X', note: 1 }),
    campaign,
  );
  const deleted = await made(observed, '/campaigns', { name: 'Gone', accountId: advertiserId });
  await stale('campaign', 'status', 'DELETED', deleted);
  const creative = await made(observed, '/creatives', {
    name: 'Film',
    accountId: advertiserId,
    creativeType: 'NATIVE_VIDEO',
  });
  const ad = async (status: string) =>
    made(observed, '/ads', { lineId: own.lineId, creativeId: creative, status });
  const [ad1, ad2] = [await ad('ACTIVE'), await ad('INACTIVE')];
  const list = { accountId: advertiserId, name: 'Apps', items: [{ itemName: 'com.example.app' }] };
  const apps = await made(observed, '/sitelists', { ...list, type: 'APP_LIST' });
  const sites = await made(observed, '/nativelists', { ...list, name: 'Sites' });
  const deal = await made(observed, '/deals', {
    ...{ name: 'Deal', status: 'ACTIVE', exchangeId: 1, exchangeDealId: '7', description: 'A deal' },
    accountIsExcluded: true,
  });
  const { rows } = await test.system.pool.query<{ woeid: number }>(
    'SELECT DISTINCT ON (type) woeid FROM location WHERE NOT retired AND woeid > 1 ORDER BY type, woeid',
  );
  await observed.post(`/traffic/lines/${odd}/targeting`, {
    geos: { added: rows.map(({ woeid }) => woeid) },
    publishers: [1],
  });
  return { ...own, odd, campaign, deleted, creative, ads: [ad1, ad2], apps, sites, deal, pixel, orderId };
}

const all = await everything();

describe('every word', () => {
  const ANSWERS: readonly [resource: string, path: string][] = [
    ['advertisers', '/advertisers'],
    ['advertisers', `/advertisers/${all.advertiserId}`],
    ['ads', `/ads?lineId=${all.lineId}`],
    ...all.ads.map((id) => ['ads', `/ads/${id}`] as [string, string]),
    ['lines', `/lines?orderId=${all.orderId}&limit=100`],
    ['lines', `/lines/${all.odd}`],
    ['targeting', `/lines/${all.odd}/targeting`],
    ['targeting', `/lines/${all.lineId}/targeting`],
    ['campaigns', '/campaigns'],
    ['campaigns', `/campaigns/${all.campaign}`],
    ['campaigns', `/campaigns/${all.deleted}`],
    ['deals', '/deals'],
    ['deals', `/deals/${all.deal}`],
    ['nativelists', `/nativelists?accountId=${all.advertiserId}`],
    ['nativelists', `/nativelists/${all.sites}`],
    ['sitelists', '/sitelists'],
    ['sitelists', `/sitelists/${all.apps}`],
    ['creatives', '/creatives'],
    ['creatives', `/creatives/${all.creative}`],
    ['geos', '/targeting/geos?query=San'],
    ['geos', '/targeting/geos'],
    ['geos', '/targeting/countries'],
    ['segments', `/targeting/availablesegments/search?accountId=${all.advertiserId}`],
  ];

  it.each(ANSWERS)(
    'observed: %s of %s is one that the enums of public clients have',
    async (resource, path) => {
      const { body } = await all.observed.get(`/traffic${path}`);
      expect(body.errors).toBeNull();
      expect(JSON.stringify(body.response).length).toBeGreaterThan(2);
      expect(wrongWords(resource, body.response)).toEqual([]);
    },
  );

  it('the walk finds a word that an enum lacks', async () => {
    const { response } = (await all.documented.get(`/traffic/lines/${all.odd}`)).body;
    expect(wrongWords('lines', response)).toContain('lines.goalType = ODD');
    expect(wrongWords('lines', response)).toContain('lines.conversionList.clickWindowUnitType = WEEK');
    const { response: list } = (await all.documented.get(`/traffic/lines?orderId=${all.orderId}&limit=100`))
      .body;
    expect(wrongWords('lines', list)).toContain('lines.goalType = ENHANCED_CPC');
  });

  it('observed: stored words in ones that the client knows', async () => {
    const { response } = (await all.observed.get(`/traffic/lines/${all.odd}`)).body;
    expect(response).toMatchObject({
      ...{
        goalType: 'NONE',
        goalModeType: null,
        objective: null,
        language: 'UNKNOWN',
        channelType: 'DEFAULT',
      },
      appMarketingObjective: null,
      conversionList: [
        { clickWindow: 7, clickWindowUnitType: 'DAY', viewWindow: 60, viewWindowUnitType: 'DAY' },
      ],
    });
    const { response: gone } = (await all.observed.get(`/traffic/campaigns/${all.deleted}`)).body;
    expect(gone.status).toBe('ENDED');
    const { response: campaign } = (await all.observed.get(`/traffic/campaigns/${all.campaign}`)).body;
    expect(campaign).toMatchObject({ goalType: null, demoVendor: null, note: 1 });
  });
});

describe('the response to GET can be put back', () => {
  const rowOf = async (table: string, id: number) => {
    const { rows } = await test.system.pool.query(
      `SELECT row_to_json(t) AS row FROM ${table} t WHERE id = $1`,
      [id],
    );
    return rows[0].row;
  };
  const RESOURCES: readonly [path: string, table: string, id: number][] = [
    ['/advertisers', 'advertiser', all.advertiserId],
    ['/lines', 'line', all.odd],
    ['/lines', 'line', all.lineId],
    ['/campaigns', 'campaign', all.campaign],
    ['/campaigns', 'campaign', all.orderId],
    ['/ads', 'ad', all.ads[0] ?? 0],
    ['/ads', 'ad', all.ads[1] ?? 0],
    ['/ad', 'ad', all.ads[1] ?? 0],
    ['/deals', 'deal', all.deal],
    ['/nativelists', 'native_list', all.sites],
    ['/sitelists', 'native_list', all.apps],
    ['/creatives', 'creative', all.creative],
    ['/beacons', 'pixel', all.pixel],
  ];

  it.each(RESOURCES)(
    'observed: %s (%s %i), and changes nothing; nor without its nulls',
    async (path, table, id) => {
      const address = `/traffic${path}/${id}`;
      const read = `/traffic${path.replace(/^\/ad$/, '/ads')}/${id}`;
      const { response } = (await all.observed.get(read)).body;
      const parts = 'SELECT json_agg(t ORDER BY id) AS rows FROM line_conversion t WHERE line_id = $1';
      const rules = async () => (await test.system.pool.query(parts, [id])).rows;
      const before = [await rowOf(table, id), await rules()];
      const withoutNulls = Object.fromEntries(Object.entries(response).filter(([, value]) => value !== null));
      for (const body of [response, withoutNulls]) {
        const put = await all.observed.put(address, body);
        expect(put.status, JSON.stringify(put.body)).toBe(200);
        expect(put.headers['x-ignored-fields']).toBeUndefined();
        expect(put.body.response).toMatchObject(response);
        expect([await rowOf(table, id), await rules()]).toEqual(before);
      }
    },
  );

  it('observed: a value that is sent back with another change is unchanged', async () => {
    const { observed, documented, lines } = all;
    const id = await lines({ goalType: 'ENHANCED_CPC', objective: 'MAIL_SPONSORED' });
    const { response } = (await observed.get(`/traffic/lines/${id}`)).body;
    expect(response).toMatchObject({ goalType: 'OCPC', objective: 'OPEN_MAIL' });
    await observed.put(`/traffic/lines/${id}`, { ...response, name: 'Renamed' });
    const own = (await documented.get(`/traffic/lines/${id}`)).body.response;
    expect(own).toMatchObject({ name: 'Renamed', goalType: 'ENHANCED_CPC', objective: 'MAIL_SPONSORED' });
    expect(own).not.toHaveProperty('channelType');
    await observed.put(`/traffic/lines/${id}`, { goalType: 'CPC', objective: 'VISIT_WEB' });
    expect((await documented.get(`/traffic/lines/${id}`)).body.response).toMatchObject({
      goalType: 'CPC',
      objective: 'VISIT_WEB',
    });
  });

  it('observed: half of a window is read in the unit that was answered', async () => {
    const { observed, documented } = all;
    const id = await all.lines({
      conversionList: [{ beaconId: all.pixel, name: 'Orders', clickWindow: 1, clickWindowUnitType: 'DAY' }],
    });
    await test.system.pool.query(
      `UPDATE line_conversion SET click_window_unit_type = 'WEEK' WHERE line_id = $1`,
      [id],
    );
    const { response } = (await observed.get(`/traffic/lines/${id}`)).body;
    const [rule] = response.conversionList;
    await observed.put(`/traffic/lines/${id}`, { conversionList: [{ id: rule.id, clickWindow: 14 }] });
    const own = (await documented.get(`/traffic/lines/${id}`)).body.response;
    expect(own.conversionList).toMatchObject([{ clickWindow: 14, clickWindowUnitType: 'DAY' }]);
  });

  it('observed: pausing an ad stores no status that was not sent', async () => {
    const { observed, documented } = all;
    const url = `/traffic/ads/${await made(observed, '/ads', { lineId: all.lineId, creativeId: all.creative, status: 'ACTIVE' })}`;
    const { response } = (await observed.get(url)).body;
    expect(response.nativeAdStatus).toBe('ACTIVE');
    const paused = await observed.put(url, { ...response, status: 'INACTIVE' });
    expect(paused.body.response).toMatchObject({ status: 'INACTIVE', nativeAdStatus: 'PAUSED' });
    expect((await documented.get(url)).body.response.nativeAdStatus).toBeNull();
    await observed.put(url, { nativeAdStatus: 'ON_HOLD' });
    expect((await documented.get(url)).body.response.nativeAdStatus).toBe('ON_HOLD');
  });
});

it('observed: passthrough enums are closed; documented: they are stored as sent', async () => {
  const { observed, documented, advertiserId, orderId } = all;
  const campaign = { name: 'Spring', accountId: advertiserId };
  const line = { name: 'Line', orderId };
  const refusedAt = async (path: string, body: object) => {
    const { status, body: answer } = await observed.post(`/traffic${path}`, body);
    expect(status).toBe(400);
    return answer.errors.validationErrors.map(({ propertyName }: { propertyName: string }) => propertyName);
  };
  expect(await refusedAt('/campaigns', { ...campaign, goalType: 'CLICKS', demoVendor: 'X' })).toEqual([
    'goalType',
    'demoVendor',
  ]);
  expect(await refusedAt('/lines', { ...line, appMarketingObjective: 'SELL' })).toEqual([
    'appMarketingObjective',
  ]);
  expect(await refusedAt('/sitelists', { ...campaign, items: [], type: 'PODCASTS' })).toEqual(['type']);
  expect((await documented.post('/traffic/lines', { ...line, appMarketingObjective: 'SELL' })).status).toBe(
    200,
  );
});

it('observed: segments name their owner', async () => {
  const { observed, advertiserId } = all;
  const url = `/traffic/targeting/availablesegments/search?accountId=${advertiserId}`;
  const { response } = (await observed.get(`${url}&limit=100`)).body;
  const ofType = (type: string) =>
    response.filter(({ audienceType }: { audienceType: string }) => audienceType === type).length;
  expect(ofType('YAHOO')).toBeGreaterThan(0);
  expect(ofType('DMP')).toBeGreaterThan(0);
});
