import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/rest/wire/limits.ts';
import { createTree, type WireAnswer, wireTest } from './support.ts';

/** Entry "Limits on delivery are applied or refused". */

const test = await wireTest();

async function world() {
  const pair = await test.pair();
  const tree = await createTree(pair.documented);
  return { ...pair, ...tree, url: `/traffic/lines/${tree.lineId}/targeting` };
}
const problemsOf = ({ body }: WireAnswer): Record<string, string> =>
  Object.fromEntries(
    body.errors.validationErrors.map(({ propertyName, message }: never) => [propertyName, message]),
  );
const targetingOf = async ({ url, observed }: Awaited<ReturnType<typeof world>>) =>
  (await observed.get(url)).body.response;

/** Every target type that public clients have. */
const TYPES =
  `AB_TESTING AD_INITIATION AD_POSITION BOT CONNECTION CONTEXTUALS DEMOGRAPHIC ENHANCED_DAY_PARTING EXCHANGES
  FREQUENCY_CAPPING GEOGRAPHY INVENTORY_TYPE LANGUAGES MOBILE_PLACEMENT NATIVE_LIST PLAYER_SIZE SEGMENT SITE_LISTS
  TECHNOLOGY VIDEO_CONTENT_LENGTH WEATHER DOOH_SCREEN_OWNERS DOOH_VENUE_TYPES PRIORITIZED_INVENTORY AUCTION_TYPE
  MOBILE_MEASUREMENT`.split(/\s+/);
const APPLIED = ['EXCHANGES', 'GEOGRAPHY', 'NATIVE_LIST', 'SITE_LISTS'];

/** Every field of their targeting bodies that no line has, with a value that limits. */
const REFUSED = {
  genders: ['FEMALE'],
  ages: ['18-24'],
  threshold: 3,
  serveUnknownUser: false,
  frequencyCapPeriod: 'DAILY',
  frequencyCapValue: '20',
  dayParting: { monday: [9, 10] },
  languages: ['ENGLISH'],
  inventoryTypes: ['APP'],
  bots: ['IAS'],
  deviceTypes: ['PHONE'],
  os: ['MAC'],
  browsers: ['SAFARI'],
  mobileOs: ['IOS'],
  mobileBrowsers: ['CHROME'],
  adInitiations: ['USERINITIATED'],
  positions: ['ABOVE_FOLD'],
  playerSizes: ['LARGE'],
  videoContentLength: ['UP_TO_TWO_MINUTES'],
  segments: { added: [{ entityId: 1001, excluded: false }] },
};

describe('targeting', () => {
  it('the table has every type once, and nothing is both applied and refused', () => {
    const named = LIMITS.flatMap(({ types, applied }) => types.map((type) => ({ type, applied })));
    expect([...new Set(named.map(({ type }) => type))].sort()).toEqual(
      [...TYPES, 'TARGET_PRODUCT_FUNNEL'].sort(),
    );
    for (const { type, applied } of named)
      expect(applied !== undefined, type).toBe([...APPLIED, 'TARGET_PRODUCT_FUNNEL'].includes(type));
  });

  it('observed: every limit that no line has is refused by name, all at once, with other problems; nothing is stored', async () => {
    const own = await world();
    const refused = await own.observed.post(own.url, {
      ...REFUSED,
      types: TYPES.map((name) => ({ name, isTargeted: true })).filter(({ name }) => name !== 'WEATHER'),
      geos: { added: [{ name: 'Aruba', radius: 5 }, { name: 'Atlantis' }], within: 3 },
      nativeLists: { added: [], onlyThese: true },
      publishersIncluded: false,
      moonPhase: 'FULL',
    });
    expect(refused.status).toBe(400);
    const types = TYPES.filter((name) => name !== 'WEATHER');
    expect(Object.keys(problemsOf(refused)).sort()).toEqual(
      [
        ...Object.keys(REFUSED),
        ...types.flatMap((name, at) => (APPLIED.includes(name) ? [] : [`types[${at}].name`])),
        ...['geos.added[0].radius', 'geos.added[1].name', 'geos.within', 'nativeLists.onlyThese'],
        ...['publishersIncluded', 'moonPhase'],
      ].sort(),
    );
    for (const [path, message] of Object.entries(problemsOf(refused)))
      expect(message.startsWith(`${path} `), message).toBe(true);
    expect(problemsOf(refused).deviceTypes).toMatch(/^deviceTypes is not supported/);
    expect(problemsOf(refused)[`types[${types.indexOf('DEMOGRAPHIC')}].name`]).toMatch(
      /DEMOGRAPHIC.*is not supported/,
    );
    expect(await targetingOf(own)).toMatchObject({ types: [], geosIncluded: [] });
  });

  it.each(Object.entries(REFUSED))(
    'observed: %s alone is refused, next to what is applied',
    async (name, value) => {
      const own = await world();
      const refused = await own.observed.post(own.url, {
        [name]: value,
        geos: { added: [{ name: 'Aruba' }] },
      });
      expect(refused.status).toBe(400);
      expect(Object.keys(problemsOf(refused))).toEqual([name]);
      expect((await targetingOf(own)).geosIncluded).toEqual([]);
    },
  );

  it('observed: what limits nothing is accepted, with what is applied and alone', async () => {
    const { observed, url } = await world();
    const neutral = {
      genders: ['ALL'],
      ages: [],
      deviceTypes: null,
      serveUnknownUser: true,
      frequencyCapPeriod: 'UNLIMITED',
      frequencyCapValue: '20',
      dayParting: { monday: [] },
      segments: { added: [], removed: [7], clearAll: true },
    };
    const off = TYPES.filter((name) => !APPLIED.includes(name)).map((name) => ({ name, isTargeted: false }));
    const geos = { added: [{ name: 'Aruba' }] };
    const set = await observed.post(url, { ...neutral, geos, types: off });
    expect(set.body).toMatchObject({
      errors: null,
      response: { types: [{ name: 'GEOGRAPHY' }], geosIncluded: [{ name: 'Aruba' }] },
    });
    expect(set.headers['x-ignored-fields']).toBeUndefined();
    for (const body of [neutral, { types: off }])
      expect((await observed.post(url, body)).body).toMatchObject({ response: set.body.response });
  });

  it('observed: site lists and native lists are one type, and may both be named', async () => {
    const { observed, url } = await world();
    const both = ['SITE_LISTS', 'NATIVE_LIST'].map((name) => ({ name, isTargeted: true }));
    for (const types of [both, both.toReversed()])
      expect((await observed.post(url, { types })).body.response.types).toEqual([
        { name: 'NATIVE_LIST', isTargeted: true },
      ]);
    const differ = [both[0], { name: 'NATIVE_LIST', isTargeted: false }];
    expect(problemsOf(await observed.post(url, { types: differ }))).toHaveProperty('types[1].name');
  });

  it('observed: the response to GET can be posted back, and changes nothing; changed, it names the field to send', async () => {
    const { observed, url, advertiserId } = await world();
    const unset = (await observed.get(url)).body.response;
    expect((await observed.post(url, unset)).body).toMatchObject({ errors: null, response: unset });
    const list = await observed.post('/traffic/sitelists', {
      accountId: advertiserId,
      name: 'Apps',
      items: [{ itemName: 'com.example.app' }],
    });
    const set = await observed.post(url, {
      geos: { added: [{ name: 'Aruba' }, { name: 'Chile', excluded: true }] },
      siteLists: { added: [{ entityId: list.body.response.id, excluded: true }] },
      publishers: [1],
      includePublishers: false,
    });
    const { response } = set.body;
    const back = await observed.post(url, response);
    expect(back.body).toMatchObject({ errors: null, response });
    const changed = await observed.post(url, { ...response, geosExcluded: [], publishersExcluded: [] });
    expect(problemsOf(changed)).toEqual({
      geosExcluded: 'geosExcluded is read-only. Send geos to change it',
      publishersExcluded: 'publishersExcluded is read-only. Send publishers to change it',
    });
  });

  it('documented: unknown fields are ignored and named', async () => {
    const { documented, url } = await world();
    const types = [{ name: 'GEOGRAPHY', isTargeted: true }];
    const { status, headers } = await documented.post(url, { types, deviceTypes: ['PHONE'], moonPhase: 1 });
    expect(status).toBe(200);
    expect(headers['x-ignored-fields']).toBe('deviceTypes,moonPhase');
  });
});

describe.each(['lines', 'campaigns'] as const)('%s', (kind) => {
  const LIMITING = {
    geos: { added: [23424736] },
    genders: ['MALE'],
    deviceTypes: ['PHONE'],
    frequencyCapPeriodType: 'DAILY',
    frequencyCapValue: 20,
    segmentsExcluded: [1],
    orderFrequencyCap: { orderId: 1, frequencyCapValueDay: 3 },
    channelType: 'DOOH',
  };
  const NEUTRAL = {
    genders: ['ALL'],
    frequencyCapPeriodType: 'UNLIMITED',
    orderFrequencyCap: { orderFrequencyCapId: 4, orderId: 1, frequencyCapValueDay: null },
  };
  const ids = async () => {
    const own = await world();
    const url = `/traffic/${kind}`;
    const id = kind === 'lines' ? own.lineId : own.orderId;
    const named = kind === 'lines' ? { orderId: own.orderId } : { accountId: own.advertiserId };
    return { ...own, url, one: `${url}/${id}`, create: { name: 'New', ...named } };
  };

  it('observed: limits are refused by name, with the other problems, and nothing is stored', async () => {
    const { observed, url, one, create } = await ids();
    const before = (await observed.get(one)).body.response;
    for (const refused of [
      await observed.post(url, { ...create, ...LIMITING, name: 7 }),
      await observed.put(one, { ...LIMITING, name: 7 }),
    ]) {
      expect(refused.status).toBe(400);
      expect(Object.keys(problemsOf(refused)).sort()).toEqual([...Object.keys(LIMITING), 'name'].sort());
      expect(problemsOf(refused).geos).toContain('/traffic/lines/{id}/targeting');
    }
    expect((await observed.put(one, LIMITING)).status).toBe(400);
    expect((await observed.get(one)).body.response).toEqual(before);
  });

  it('observed: what limits nothing is accepted', async () => {
    const { observed, url, one, create } = await ids();
    for (const answer of [
      await observed.post(url, { ...create, ...NEUTRAL }),
      await observed.put(one, NEUTRAL),
    ])
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  });

  it('observed: a limit that was stored without an effect is not shown as if it had one', async () => {
    const { observed, one } = await ids();
    const table = kind === 'lines' ? 'line' : 'campaign';
    await test.system.pool.query(`UPDATE ${table} SET extra = $1 WHERE id = $2`, [
      JSON.stringify({ frequencyCapPeriodType: 'DAILY', frequencyCapValue: 20, note: 'kept' }),
      Number(one.split('/').at(-1)),
    ]);
    const { response } = (await observed.get(one)).body;
    expect(response).not.toHaveProperty('frequencyCapValue');
    expect(response.frequencyCapPeriodType ?? 'UNLIMITED').toBe('UNLIMITED');
    expect(response.note).toBe('kept');
    expect((await observed.put(one, response)).status).toBe(200);
  });
});

it('documented: a line stores and returns passthrough fields as they were sent', async () => {
  const { documented, lineId } = await world();
  const put = await documented.put(`/traffic/lines/${lineId}`, { genders: ['MALE'], frequencyCapValue: 20 });
  expect(put.body.response).toMatchObject({ genders: ['MALE'], frequencyCapValue: 20 });
});
