import { describe, expect, it } from 'vitest';
import {
  adGroupOf,
  attributeOf,
  campaignOf,
  createAdvertiser,
  createTree,
  keywordOf,
  nativeTest,
} from './support.ts';

const native = await nativeTest();

const adOf = (ids: { adGroupId: number }, overrides: object = {}) => ({
  adGroupId: ids.adGroupId,
  title: 'Title',
  description: 'Description',
  landingUrl: 'https://example.com/landing',
  ...overrides,
});

type Tree = Awaited<ReturnType<typeof createTree>>;

/** A good body of each object, and what changes it. */
const OBJECTS = [
  { name: 'campaign', of: (tree: Tree) => campaignOf(tree.advertiserId), change: { campaignName: 'Other' } },
  { name: 'adgroup', of: (tree: Tree) => adGroupOf(tree), change: { adGroupName: 'Other' } },
  { name: 'ad', of: (tree: Tree) => adOf(tree), change: { title: 'Other' } },
  { name: 'keyword', of: (tree: Tree) => keywordOf(tree), change: { landingUrl: 'https://example.com/' } },
  { name: 'targetingattribute', of: (tree: Tree) => attributeOf(tree), change: { exclude: 'TRUE' } },
] as const;

describe.each(OBJECTS)('/$name', ({ name, of, change }) => {
  it('creates, reads, lists, changes and deletes', async () => {
    const tree = await createTree(native);
    const { call, advertiserId } = tree;
    const sent = { ...of(tree), partnerNote: { a: [1, 'two'] } };
    const created = await call('POST', `/${name}`, sent);
    expect(created).toMatchObject({
      status: 200,
      body: { errors: null, response: { ...sent, advertiserId } },
    });
    const { id, createdDate, lastUpdateDate } = created.body.response;
    expect(createdDate).toBe(lastUpdateDate);
    expect((await call('GET', `/${name}/${id}/`)).body.response).toEqual(created.body.response);

    const list = await call('GET', `/${name}/?advertiserId=${advertiserId}`);
    expect(list.body.response).toContainEqual(created.body.response);

    const changed = await call('PUT', `/${name}/`, { id, ...change });
    expect(changed.body.response).toEqual({
      ...created.body.response,
      ...change,
      lastUpdateDate: changed.body.response.lastUpdateDate,
    });
    expect(changed.body.response.lastUpdateDate).toBeGreaterThan(lastUpdateDate);
    expect((await call('PUT', `/${name}`, changed.body.response)).status).toBe(200);

    const gone = await call('DELETE', `/${name}/${id}`);
    expect(gone).toMatchObject({ status: 200, body: { response: { id, status: 'DELETED' } } });
    expect((await call('DELETE', `/${name}/${id}`)).body.response).toEqual(gone.body.response);
    expect((await call('GET', `/${name}/${id}`)).body.response.status).toBe('DELETED');
    const ids = async (query: string) =>
      (await call('GET', `/${name}?advertiserId=${advertiserId}${query}`)).body.response.map(
        (row: { id: number }) => row.id,
      );
    expect(await ids('')).not.toContain(id);
    expect(await ids('&status=DELETED')).toContain(id);
  });

  it('is another seat’s as if it did not exist', async () => {
    const tree = await createTree(native);
    const { id } = (await tree.call('POST', `/${name}`, of(tree))).body.response;
    const { call } = await native.caller();
    const shape = ({ status, body }: Awaited<ReturnType<typeof call>>) => {
      const [error] = body.errors;
      return [status, body.response, { ...error, description: error.description.replaceAll(/\d+/g, 'N') }];
    };
    for (const path of [`/${name}/`, `/${name}?advertiserId=`]) {
      const own = path.endsWith('=') ? tree.advertiserId : id;
      expect(shape(await call('GET', `${path}${own}`))).toEqual(shape(await call('GET', `${path}987654321`)));
    }
    for (const unknown of [id, 987_654_321, 2 ** 40, 'x', -1]) {
      expect((await call('GET', `/${name}/${unknown}`)).status).toBe(404);
      expect((await call('DELETE', `/${name}/${unknown}`)).status).toBe(404);
    }
    expect((await call('PUT', `/${name}`, { id, ...change })).status).toBe(404);
    expect((await call('POST', `/${name}`, of(tree))).status).toBe(400);
    expect((await tree.call('GET', `/${name}/${id}`)).body.response.status).toBe('ACTIVE');
  });

  it('refuses list parameters out of range, naming them', async () => {
    const { call, advertiserId } = await createTree(native);
    for (const query of [
      '',
      '?advertiserId=x',
      '?advertiserId=0',
      `?advertiserId=${advertiserId}&advertiserId=1`,
      `?advertiserId=${advertiserId}&mr=501`,
      `?advertiserId=${advertiserId}&mr=0`,
      `?advertiserId=${advertiserId}&mr=ten`,
      `?advertiserId=${advertiserId}&si=-1`,
      `?advertiserId=${advertiserId}&status=active`,
    ])
      expect(await call('GET', `/${name}${query}`)).toMatchObject({
        status: 400,
        body: { errors: [{ errIndex: -1, code: 'E40000_INVALID_INPUT' }], response: null },
      });
  });
});

describe('GET /ad', () => {
  it('takes ad groups in place of the advertiser, and pages', async () => {
    const tree = await createTree(native);
    const other = (await tree.call('POST', '/adgroup', adGroupOf(tree))).body.response.id;
    const bodies = [tree.adGroupId, other, other].map((adGroupId) => adOf({ adGroupId }));
    const created = (await tree.call('POST', '/ad', bodies)).body.response;
    const get = async (query: string) => (await tree.call('GET', `/ad?${query}`)).body.response;
    expect(await get(`adGroupId=${tree.adGroupId}&adGroupId=${other}`)).toEqual(created);
    expect(await get(`adGroupId=${other}&mr=1&si=1`)).toEqual([created[2]]);
    expect(await get('adGroupId=987654321')).toEqual([]);
    const many = Array.from({ length: 501 }, (_, index) => `adGroupId=${index + 1}`).join('&');
    expect((await tree.call('GET', `/ad?${many}`)).status).toBe(400);
  });
});

describe('POST and PUT /ad', () => {
  // covers: 3.dictionary-get-no-body.2
  it('takes texts of the dictionary in the campaign’s language only, English where it has none', async () => {
    const tree = await createTree(native, { campaign: { language: 'es' } });
    const post = async (adGroupId: number, fields: object) =>
      (await tree.call('POST', '/ad', adOf({ adGroupId }, fields))).status;
    expect(await post(tree.adGroupId, { callToActionText: 'Comprar ahora' })).toBe(200);
    expect(await post(tree.adGroupId, { callToActionText: 'Buy Now' })).toBe(400);
    expect(await post(tree.adGroupId, { flashSaleConfig: { countdownPrefixText: 'Termina en' } })).toBe(200);
    expect(await post(tree.adGroupId, { flashSaleConfig: { countdownPrefixText: 'Ends in' } })).toBe(400);
    expect(await post(tree.adGroupId, { flashSaleConfig: 'Ends in' })).toBe(400);

    const german = await createTree(native, { campaign: { language: 'de' } });
    const ad = await german.call('POST', '/ad', adOf(german, { callToActionText: 'Buy Now' }));
    expect(ad.status).toBe(200);
    const { id } = ad.body.response;
    expect((await german.call('PUT', '/ad', { id, callToActionText: 'Kaufen' })).status).toBe(400);
  });

  it('follows its ad group’s advertiser, and refuses another', async () => {
    const tree = await createTree(native);
    const other = await createAdvertiser(native.system, tree.client);
    expect(await tree.call('POST', '/ad', adOf(tree, { advertiserId: other }))).toMatchObject({
      status: 400,
      body: { errors: [{ message: 'Invalid advertiser id' }] },
    });
    expect((await tree.call('POST', '/ad', adOf(tree, { advertiserId: tree.advertiserId }))).status).toBe(
      200,
    );
  });
});

describe('POST and PUT /targetingattribute', () => {
  // covers: 3.dictionary-get-no-body.3
  it('refuses a site of an active group, created or updated, and takes its group', async () => {
    const { call, ...tree } = await createTree(native);
    const post = (type: string, value: string) =>
      call('POST', '/targetingattribute', attributeOf(tree, { type, value }));
    expect(await post('SITE_X_DEVICE', 'MAIL_INBOX_X_DESKTOP')).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'E40000_INVALID_INPUT' }] },
    });
    expect((await post('SITE_GROUP_X_DEVICE', 'MAIL_ALL_X_DESKTOP')).status).toBe(200);
    expect((await post('SITE_GROUP_X_DEVICE', 'SPORTS_ALL_X_DESKTOP')).status).toBe(400);
    expect((await post('SITE_X_DEVICE', 'SPORTS_HOME_X_TABLET')).status).toBe(200);
    const { id } = (await post('SITE_X_DEVICE', 'STYLE_HOME_X_SMARTPHONE:APPLE')).body.response;

    await native.system.pool.query(
      `UPDATE supported_site SET group_value = 'NEWS_ALL' WHERE value = 'STYLE_HOME';
       UPDATE dictionary_version SET version = 'changed' WHERE list = 'bbsxd_supported_sites'`,
    );
    expect((await call('PUT', '/targetingattribute', { id, status: 'PAUSED' })).status).toBe(400);
    expect((await call('PUT', '/targetingattribute', { id, status: 'DELETED' })).status).toBe(200);
  });

  it('takes known locations, devices and sites only, and any value of types no rule names', async () => {
    const { call, ...tree } = await createTree(native);
    const status = async (type: string, value: string) =>
      (await call('POST', '/targetingattribute', attributeOf(tree, { type, value }))).status;
    expect(await status('WOEID', '44418')).toBe(200);
    expect(await status('WOEID', '987654321')).toBe(400);
    expect(await status('WOEID', 'London')).toBe(400);
    expect(await status('DEVICE', 'TABLET')).toBe(200);
    expect(await status('DEVICE', 'tablet')).toBe(400);
    expect(await status('SITE_X_DEVICE', 'NOWHERE_X_DESKTOP')).toBe(400);
    expect(await status('SITE_X_DEVICE', 'WEATHER_HOME')).toBe(400);
    expect(await status('AGE', '25-34')).toBe(200);
    expect(await status('AGE', '25-34')).toBe(400);
    expect(await status('Age', '35-44')).toBe(400);
  });

  it('says which required fields are missing', async () => {
    const { call, ...tree } = await createTree(native);
    const { body } = await call('POST', '/targetingattribute', { advertiserId: tree.advertiserId });
    expect(body.errors[0].description).toBe(
      ['parentType', 'parentId', 'type', 'value'].map((field) => `${field} is required`).join('; '),
    );
  });

  it('stands on campaigns too, and on nobody else’s', async () => {
    const { call, ...tree } = await createTree(native);
    const on = (parentType: string, parentId: number) =>
      call('POST', '/targetingattribute', attributeOf(tree, { parentType, parentId }));
    expect((await on('CAMPAIGN', tree.campaignId)).status).toBe(200);
    const foreign = await createTree(native);
    expect((await on('CAMPAIGN', foreign.campaignId)).status).toBe(400);
    expect((await on('ADGROUP', foreign.adGroupId)).status).toBe(400);
    expect((await on('ADVERTISER', tree.advertiserId)).status).toBe(400);
  });
});

describe('the history', () => {
  it('has every change of a batch, with who made it', async () => {
    const { call, client, ...tree } = await createTree(native);
    const { body } = await call('POST', '/keyword', [keywordOf(tree), keywordOf(tree)]);
    const [{ id }] = body.response;
    await call('PUT', '/keyword', [{ id, status: 'PAUSED' }]);
    await call('PUT', '/keyword', [{ id, status: 'PAUSED' }]);
    await call('DELETE', `/keyword/${id}`);
    const changes = await native.system.db.change.findMany({
      where: { resource: 'Keyword', resourceId: id },
      orderBy: { id: 'asc' },
    });
    expect(changes.map(({ action }) => action)).toEqual(['CREATE', 'UPDATE', 'DELETE']);
    expect(changes[1]).toMatchObject({
      userId: client.userId,
      fields: [{ path: 'status', before: 'ACTIVE', after: 'PAUSED' }],
    });
  });
});
