import { describe, expect, it } from 'vitest';
import { createTree, type WireCaller, wireTest } from './support.ts';

/** Entry "Targeting by names, with excluded places, deals and exchanges". */

const test = await wireTest();
const ARUBA = 23424736;
const AFGHANISTAN = 23424739;
const GEOGRAPHY = [{ name: 'GEOGRAPHY', isTargeted: true }];

async function world() {
  const pair = await test.pair();
  const tree = await createTree(pair.documented);
  const url = `/traffic/lines/${tree.lineId}/targeting`;
  return { ...pair, ...tree, url };
}
const problemsOf = ({ body }: Awaited<ReturnType<WireCaller['get']>>) =>
  Object.fromEntries(
    body.errors.validationErrors.map(({ propertyName, message }: never) => [propertyName, message]),
  );

describe('refusals', () => {
  it('observed: name the path and the key that were sent, also where the body is translated', async () => {
    const { observed, url } = await world();
    const { body, status } = await observed.post(url, {
      geos: { added: [{ name: 'Aruba' }, 7, { name: String(AFGHANISTAN), excluded: true }, { name: '8' }] },
      nativeLists: { added: [{ entityId: 900_001, excluded: true }] },
      siteLists: { added: [{ entityId: 900_002, excluded: true }] },
      publishers: ['x'],
    });
    expect(status).toBe(400);
    expect(Object.keys(problemsOf({ body, status } as never)).sort()).toEqual([
      'geos.added[1]',
      'geos.added[3].name',
      'nativeLists.added[0].entityId',
      'publishers[0]',
      'siteLists.added[0].entityId',
    ]);
    for (const { propertyName, message } of body.errors.validationErrors)
      expect(message.startsWith(`${propertyName} `), message).toBe(true);
  });

  it('observed: what the translation refuses is named with what the documents refuse', async () => {
    const { observed, url } = await world();
    const refused = await observed.post(url, {
      types: [{ name: 'WEATHER', isTargeted: true }],
      geos: {
        added: [
          { name: 'Atlantis' },
          7,
          { name: 'Aruba', excluded: 'yes' },
          { name: '8', excluded: true },
          { name: 'Lemuria', excluded: true },
        ],
        removedNames: ['Atlantis', '0'],
      },
      nativeLists: { added: [{ entityId: 900_001, excluded: true }], clearAll: 'yes' },
      siteLists: { added: [{ entityId: 900_002, excluded: false }, { entityId: 900_003 }, 7] },
      deals: { added: ['x'] },
      publishers: [1, 'x'],
    });
    expect(Object.keys(problemsOf(refused)).sort()).toEqual([
      'deals.added[0]',
      'geos.added[0].name',
      'geos.added[1]',
      'geos.added[2].excluded',
      'geos.added[3].name',
      'geos.added[4].name',
      'geos.removedNames[1]',
      'nativeLists.added[0].entityId',
      'nativeLists.clearAll',
      'publishers[1]',
      'siteLists.added[0].entityId',
      'siteLists.added[0].excluded',
      'siteLists.added[1].entityId',
      'siteLists.added[1].excluded',
      'siteLists.added[2]',
      'types[0].name',
    ]);
    for (const [path, message] of Object.entries(problemsOf(refused)))
      expect(String(message).startsWith(`${path} `), String(message)).toBe(true);
  });

  it.each([
    [{ siteLists: { added: 'all' } }, 'siteLists.added'],
    [{ siteLists: { removed: 'all' } }, 'siteLists.removed'],
    [{ siteLists: { removed: ['x'] } }, 'siteLists.removed[0]'],
    [{ siteLists: { clearAll: 'all' } }, 'siteLists.clearAll'],
    [{ siteLists: 'all' }, 'siteLists'],
    [{ siteLists: { clearAll: 'all' }, nativeLists: { added: [] } }, 'siteLists.clearAll'],
    [{ siteLists: { removed: [] }, nativeLists: { removed: 'all' } }, 'nativeLists.removed'],
    [{ siteLists: { removed: 'all' }, nativeLists: { removed: [] } }, 'siteLists.removed'],
    [{ siteLists: { added: Array.from({ length: 101 }, () => ({})) } }, 'siteLists.added'],
    [{ nativeLists: 'all' }, 'nativeLists'],
    [{ geos: { removed: 'all' } }, 'geos.removed'],
    [{ geos: { removedNames: 'all' } }, 'geos.removedNames'],
  ])('observed: wrong lists %# are refused where they were sent', async (body, path) => {
    const { observed, url } = await world();
    const refused = await observed.post(url, body);
    expect(refused.status).toBe(400);
    const problems = problemsOf(refused);
    expect(Object.keys(problems)).toEqual([path]);
    expect(problems[path].startsWith(`${path} `), problems[path]).toBe(true);
  });
});

it('observed: a type that is named twice counts once', async () => {
  const { observed, url } = await world();
  const exchanges = { name: 'EXCHANGES', isTargeted: true };
  const set = await observed.post(url, { types: [exchanges, exchanges], publishers: [1] });
  expect(set.body).toMatchObject({ errors: null, response: { types: [exchanges] } });
  const other = { ...exchanges, isTargeted: false };
  const refused = await observed.post(url, { types: [exchanges, exchanges, other] });
  expect(Object.keys(problemsOf(refused))).toEqual(['types[2].name']);
});

describe('places', () => {
  it('observed: named as the dictionary has them, included and excluded, and read back in both names', async () => {
    const { observed, documented, url, lineId } = await world();
    const added = [
      { name: 'Aruba', excluded: false },
      { name: 'afghanistan', excluded: true },
    ];
    const set = await observed.post(url, { types: GEOGRAPHY, geos: { added } });
    expect(set.body).toMatchObject({
      errors: null,
      response: {
        types: GEOGRAPHY,
        geos: [{ woeid: ARUBA, type: 'COUNTRY', name: 'Aruba' }],
        excludedGeos: [{ woeid: AFGHANISTAN, name: 'Afghanistan' }],
        geosIncluded: [{ id: String(ARUBA), name: 'Aruba', level: 'Country' }],
        geosExcluded: [{ id: String(AFGHANISTAN), name: 'Afghanistan' }],
      },
    });
    expect((await observed.get(url)).body.response).toEqual(set.body.response);
    const own = (await documented.get(url)).body.response;
    expect(own.excludedGeos).toMatchObject([{ woeid: AFGHANISTAN }]);
    expect(own).not.toHaveProperty('geosIncluded');
    const { line } = await documented.graphql(
      'query ($id: ID!) { line(id: $id) { targeting { geos { woeid } excludedGeos { woeid } } } }',
      { id: String(lineId) },
    );
    expect(line.targeting).toEqual({ geos: [{ woeid: ARUBA }], excludedGeos: [{ woeid: AFGHANISTAN }] });
  });

  it('observed: removed by name; names that the line does not target are ignored', async () => {
    const { observed, url } = await world();
    await observed.post(url, {
      geos: { added: [{ name: 'Aruba' }, { name: 'Afghanistan', excluded: true }] },
    });
    const { response } = (
      await observed.post(url, { geos: { removedNames: ['AFGHANISTAN', 'Atlantis'], added: [] } })
    ).body;
    expect(response.geosIncluded).toHaveLength(1);
    expect(response.geosExcluded).toEqual([]);
  });

  it('observed: a country answers to the name that the list of countries has for it', async () => {
    const { observed, url } = await world();
    const added = await observed.post(url, {
      types: GEOGRAPHY,
      geos: { added: [{ name: 'United States' }] },
    });
    expect(added.body.response.geosIncluded).toMatchObject([{ name: 'United States of America' }]);
    const removed = await observed.post(url, { geos: { added: [], removedNames: ['united states'] } });
    expect(removed.body.response.geosIncluded).toEqual([]);
  });

  it('observed: a place that is added again as the other kind changes kind', async () => {
    const { observed, url } = await world();
    const set = async (excluded: boolean) =>
      (await observed.post(url, { geos: { added: [{ name: 'Aruba', excluded }] } })).body.response;
    expect(await set(true)).toMatchObject({ geosIncluded: [], geosExcluded: [{ name: 'Aruba' }] });
    expect(await set(false)).toMatchObject({ geosIncluded: [{ name: 'Aruba' }], geosExcluded: [] });
  });

  it('observed: an ambiguous name is refused with the candidates, of which a WOEID does', async () => {
    const { observed, url } = await world();
    const { rows } = await test.system.pool.query(
      `SELECT min(name) AS name, array_agg(woeid ORDER BY woeid) AS woeids FROM location
       GROUP BY name_key HAVING count(*) = 2 LIMIT 1`,
    );
    const [{ name, woeids }] = rows;
    const refused = await observed.post(url, { geos: { added: [{ name }, { name: 'Atlantis' }] } });
    expect(refused.status).toBe(400);
    expect(problemsOf(refused)).toEqual({
      'geos.added[0].name': expect.stringMatching(new RegExp(`ambiguous.*${woeids[0]}.*${woeids[1]}`)),
      'geos.added[1].name': 'geos.added[1].name must be the name of a place of the dictionary',
    });
    const { response } = (await observed.post(url, { geos: { added: [{ name: String(woeids[1]) }] } })).body;
    expect(response.geos).toMatchObject([{ woeid: woeids[1] }]);
  });

  it.each([
    [{ added: [{ name: 'Aruba', excluded: 'yes' }] }, 'geos.added[0].excluded'],
    [{ added: [{ name: 'x\0y' }] }, 'geos.added[0].name'],
    [{ added: [{}] }, 'geos.added[0].name'],
    [{ added: [{ name: 'Aruba' }, { name: 'Aruba', excluded: true }] }, 'geos.added[1].name'],
    [{ added: Array.from({ length: 1001 }, () => ({ name: 'Aruba' })) }, 'geos.added'],
    [{ added: ['Aruba'] }, 'geos.added[0]'],
  ])('observed: %j is refused at %s', async (geos, path) => {
    const { observed, url } = await world();
    const refused = await observed.post(url, { geos });
    expect(refused.status).toBe(400);
    expect(Object.keys(problemsOf(refused))).toContain(path);
  });

  it('an ACTIVE line needs a place that is included', async () => {
    const { observed, url, lineId } = await world();
    const activate = () => observed.put(`/traffic/lines/${lineId}`, { status: 'ACTIVE' });
    await observed.post(url, { geos: { added: [{ name: 'Afghanistan', excluded: true }] } });
    expect((await activate()).status).toBe(400);
    await observed.post(url, { geos: { added: [{ name: 'Aruba' }] } });
    expect((await activate()).body.response.status).toBe('ACTIVE');
    const lost = await observed.post(url, { geos: { added: [{ name: 'Aruba', excluded: true }] } });
    expect(Object.keys(problemsOf(lost))).toEqual(['status']);
  });

  it('GraphQL excludes under a name of our own', async () => {
    const { documented, lineId } = await world();
    const { done } = await documented.graphql(
      `mutation ($input: UpdateTargetingInput!) { done: updateTargeting(input: $input) {
        ... on UpdateTargetingPayload { targeting { excludedGeos { name } } changes { path } } } }`,
      { input: { lineId: String(lineId), geos: { added: [ARUBA], excluded: [AFGHANISTAN] } } },
    );
    expect(done.targeting.excludedGeos).toEqual([{ name: 'Afghanistan' }]);
    expect(done.changes.map(({ path }: { path: string }) => path).sort()).toEqual(['geos', 'types']);
  });

  it('another seat’s line is as one that does not exist', async () => {
    const { url } = await world();
    const { observed } = await test.pair();
    const body = { geos: { added: [{ name: 'Aruba' }] } };
    const [foreign, unknown] = [
      await observed.post(url, body),
      await observed.post('/traffic/lines/2000000011/targeting', body),
    ];
    expect(foreign.status).toBe(404);
    expect(foreign.body.errors).toEqual(unknown.body.errors);
  });
});

describe('native lists', () => {
  it('observed: blocked by entityId and read back as nativeListsExcluded', async () => {
    const { observed, advertiserId, url } = await world();
    const list = await observed.post('/traffic/nativelists', {
      accountId: advertiserId,
      name: 'Blocked',
      status: 'ACTIVE',
      items: [{ itemName: 'bad.example' }],
    });
    const { id } = list.body.response;
    const block = (excluded: boolean) =>
      observed.post(url, { nativeLists: { added: [{ entityId: id, excluded }], clearAll: false } });
    expect((await block(true)).body.response).toMatchObject({
      nativeLists: [{ id, exclude: true }],
      nativeListsExcluded: [{ id, name: 'Blocked' }],
    });
    expect((await block(false)).status).toBe(400);
  });
});

describe('deals and exchanges', () => {
  const deal = {
    name: 'Deal',
    status: 'ACTIVE',
    exchangeId: 1,
    exchangeDealId: 1,
    description: 'A deal',
    accountIsExcluded: true,
  };
  const EXCHANGES = [{ name: 'EXCHANGES', isTargeted: true }];

  it('observed: targeted under EXCHANGES and read back; documented answers stay as they are', async () => {
    const { observed, documented, url } = await world();
    const before = (await documented.get(url)).body.response;
    const { id } = (await observed.post('/traffic/deals', deal)).body.response;
    const set = await observed.post(url, {
      types: EXCHANGES,
      deals: { added: [id], clearAll: false },
      publishers: [1, 2],
      publishersIncluded: true,
    });
    expect(set.headers['x-ignored-fields']).toBeUndefined();
    expect(set.body.response).toMatchObject({
      types: EXCHANGES,
      dealsIncluded: [{ id, name: 'Deal' }],
      publishersIncluded: [{ id: 1 }, { id: 2 }],
      publishersExcluded: [],
    });
    expect((await documented.get(url)).body.response).toEqual(before);
    const { response } = (
      await observed.post(url, { deals: { removed: [id] }, publishers: [2], includePublishers: false })
    ).body;
    expect(response).toMatchObject({
      dealsIncluded: [],
      publishersIncluded: [],
      publishersExcluded: [{ id: 2 }],
    });
    const off = await observed.post(url, { types: [{ name: 'EXCHANGES', isTargeted: false }] });
    expect(off.body.response).toMatchObject({ types: [], publishersExcluded: [] });
  });

  it('a deal has the lines that buy through it, while their target type is on; those of other seats it has not', async () => {
    const { observed, url, lineId } = await world();
    const { id } = (await observed.post('/traffic/deals', deal)).body.response;
    const lines = async (as: WireCaller = observed) => {
      const found = await as.graphql(
        'query ($id: ID!) { deal(id: $id) { lines { totalCount nodes { databaseId } } } }',
        { id: String(id) },
      );
      return found.deal?.lines.nodes.map(({ databaseId }: { databaseId: number }) => databaseId);
    };
    expect(await lines()).toEqual([]);
    await observed.post(url, { types: EXCHANGES, deals: { added: [id] } });
    expect(await lines()).toEqual([lineId]);
    expect(await lines((await world()).observed)).toBeUndefined();
    await observed.post(url, { types: [{ name: 'EXCHANGES', isTargeted: false }] });
    expect(await lines()).toEqual([]);
  });

  it('observed: a deal of another seat is refused as an unknown one, and one that the advertiser cannot use', async () => {
    const { observed, url, advertiserId } = await world();
    const foreign = await world();
    const { id } = (await foreign.observed.post('/traffic/deals', deal)).body.response;
    const closed = await observed.post('/traffic/deals', { ...deal, accounts: [advertiserId] });
    const ask = async (dealId: number) =>
      problemsOf(await observed.post(url, { deals: { added: [dealId] } }));
    expect(await ask(id)).toEqual(await ask(2_000_000_011));
    expect(await ask(closed.body.response.id)).toEqual({
      'deals.added[0]': expect.stringContaining('cannot use'),
    });
    const ofNobody = { ...deal, accounts: [], accountIsExcluded: false };
    const { id: closedToAll } = (await observed.post('/traffic/deals', ofNobody)).body.response;
    expect(await ask(closedToAll)).toEqual({ 'deals.added[0]': expect.stringContaining('cannot use') });
  });
});

describe('documented', () => {
  it.each([
    [{ types: [{ name: 'EXCHANGES', isTargeted: true }] }, 'types[0].name'],
    [{ geos: { added: [{ name: 'Aruba', excluded: false }] } }, 'geos.added[0]'],
    [{ nativeLists: { added: [{ entityId: 1, excluded: true }] } }, 'nativeLists.added[0].id'],
  ])('%j is refused', async (body, path) => {
    const { documented, url } = await world();
    const refused = await documented.post(url, body);
    expect(refused.status).toBe(400);
    expect(Object.keys(problemsOf(refused))).toContain(path);
  });

  it('deals are not known, and an answer has the documented fields alone', async () => {
    const { documented, url } = await world();
    const { headers, body } = await documented.post(url, { types: GEOGRAPHY, deals: { added: [1] } });
    expect(headers['x-ignored-fields']).toBe('deals');
    expect(Object.keys(body.response).sort()).toEqual(
      ['id', 'types', 'geos', 'nativeLists', 'funnelAttributes'].sort(),
    );
  });
});

describe('site lists', () => {
  const SITE_LISTS = [{ name: 'SITE_LISTS', isTargeted: true }];

  it('observed: blocked as native lists, in addition to those that are sent as such', async () => {
    const { observed, url, advertiserId } = await world();
    const list = async (name: string) =>
      (
        await observed.post('/traffic/sitelists', {
          accountId: advertiserId,
          name,
          items: [{ itemName: 'a.example' }],
        })
      ).body.response.id;
    const [one, two] = [await list('One'), await list('Two')];
    const block = (entityId: number) => ({ added: [{ entityId, excluded: true }] });
    const set = await observed.post(url, {
      types: SITE_LISTS,
      siteLists: block(one),
      nativeLists: block(two),
    });
    expect(set.body).toMatchObject({ errors: null, response: { types: [{ name: 'NATIVE_LIST' }] } });
    const idsOf = ({ body }: typeof set) =>
      body.response.nativeListsExcluded.map(({ id }: { id: number }) => id).sort();
    expect(idsOf(set)).toEqual([one, two].sort());
    expect(idsOf(await observed.post(url, { siteLists: { removed: [one] } }))).toEqual([two]);
    expect(idsOf(await observed.post(url, { siteLists: { ...block(one), clearAll: true } }))).toEqual([one]);
  });

  it('observed: a line cannot be limited to the sites of a list; documented: there are none', async () => {
    const { observed, documented, url } = await world();
    const siteLists = { clearAll: false, removed: [], added: [{ entityId: 1, excluded: false }] };
    const refused = await observed.post(url, { types: SITE_LISTS, siteLists });
    expect(refused.status).toBe(400);
    expect(Object.keys(problemsOf(refused)).sort()).toEqual([
      'siteLists.added[0].entityId',
      'siteLists.added[0].excluded',
    ]);
    const other = await documented.post(url, { types: SITE_LISTS });
    expect(Object.keys(problemsOf(other))).toEqual(['types[0].name']);
  });
});
