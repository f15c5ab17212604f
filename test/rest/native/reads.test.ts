import { describe, expect, test } from 'vitest';
import { CAMPAIGN } from '../../../src/domain/campaigns/campaign/definition.ts';
import { AD_GROUP } from '../../../src/domain/native/ad-group/definition.ts';
import { KEYWORD } from '../../../src/domain/native/keyword/definition.ts';
import { NATIVE_AD } from '../../../src/domain/native/native-ad/definition.ts';
import { TARGETING_ATTRIBUTE } from '../../../src/domain/native/targeting-attribute/definition.ts';
import { restRow } from '../../../src/resources/read/rest.ts';
import { contextOf, tokenFor } from '../../support/actors.ts';
import { countStatements } from '../../support/statements.ts';
import { adGroupOf, attributeOf, campaignOf, createTree, keywordOf, nativeTest } from './support.ts';

const native = await nativeTest();
const { system, app } = native;
const tree = await createTree(native);
const ctx = await contextOf(system, tree.client);
const authorization = `Bearer ${await tokenFor(system, tree.client)}`;
const get = (path: string) => app.inject({ url: `/v3/rest${path}`, headers: { authorization } });

/** What PostgreSQL and JSON.stringify write in two ways. */
const ODD = {
  'odd "name" \\': ['a, b', { 'c: d': '": ' }, 1.5e-7, 1e21, 0.1, -0, []],
  zz: 'quote " \u0007 ☃ \u2028 \u{1F600}',
  a: {},
};
const BIDS = { bids: [{ priceType: 'CPC', value: 0.000_000_5, channel: 'SEARCH' }] };
let place = 0;

const OBJECTS = [
  { path: '/campaign', resource: CAMPAIGN, of: () => campaignOf(tree.advertiserId, { budget: 1e-7 }) },
  { path: '/adgroup', resource: AD_GROUP, of: () => adGroupOf(tree, { bidSet: BIDS }) },
  {
    path: '/ad',
    resource: NATIVE_AD,
    of: () => ({
      ...{ adGroupId: tree.adGroupId, title: 'T "1"', landingUrl: 'https://example.com/' },
      callToActionText: 'Buy Now',
      flashSaleConfig: { note: ODD, ends: 1.5, countdownPrefixText: 'Ends in' },
    }),
  },
  {
    path: '/keyword',
    resource: KEYWORD,
    of: () => keywordOf(tree, { bidSet: BIDS, adParamValues: ['{', ODD] }),
  },
  {
    path: '/targetingattribute',
    resource: TARGETING_ATTRIBUTE,
    of: () => attributeOf(tree, { type: 'AGE', value: String(place++) }),
  },
] as const;

describe.each(OBJECTS)('$path', ({ path, resource, of }) => {
  const table = new RegExp(`"${resource.name.replace(/(?!^)([A-Z])/g, '_$1').toLowerCase()}"`);
  const readsIn = (statements: readonly string[]) =>
    statements.filter((text) => table.test(text) && !text.startsWith('EXPLAIN'));

  test('is read by one statement, with the bytes that its stored values are in JSON', {
    tags: ['one-process'],
  }, async () => {
    const items = [{ ...of(), ...ODD }, of()];
    const created = await tree.call('POST', path, items);
    expect(created.body.errors).toBeNull();
    const ids = created.body.response.map(({ id }: { id: number }) => id);
    const stored = await Promise.all(ids.map((id: number) => storedRow(resource.name, id)));
    const texts = stored.map((row) => JSON.stringify(restRow(ctx, resource, row)));

    const one = await countStatements(system.pool, () => get(`${path}/${ids[0]}`));
    expect(one.result.body.replace(/"timestamp":"[^"]*"/, '"timestamp":""')).toBe(
      `{"errors":null,"timestamp":"","response":${texts[0]}}`,
    );
    expect(readsIn(one.statements)).toHaveLength(1);

    const many = await countStatements(system.pool, () => get(`${path}?advertiserId=${tree.advertiserId}`));
    expect(many.result.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(many.result.body).toMatch(/^\{"errors":null,"timestamp":"[-\d]+ [:\d]+","response":\[/);
    expect(many.result.body.endsWith(`${texts.join(',')}]}`)).toBe(true);
    expect(readsIn(many.statements)).toHaveLength(1);
  });

  test('takes as many statements for a batch of 50 as for one of 5', async () => {
    const counts: number[][] = [];
    for (const count of [2, 5, 50]) {
      const created = await countStatements(system.pool, () =>
        tree.call(
          'POST',
          path,
          Array.from({ length: count }, () => of()),
        ),
      );
      expect(created.result.body.errors).toBeNull();
      const changes = created.result.body.response.map(({ id }: { id: number }) => ({
        ...{ id, status: 'PAUSED' },
        note: count,
      }));
      const changed = await countStatements(system.pool, () => tree.call('PUT', path, changes));
      expect(changed.result.body.errors).toBeNull();
      counts.push([created, changed].map(({ inTransactions }) => inTransactions.length));
    }
    // What is remembered between calls is there after the first.
    expect(counts[2]).toEqual(counts[1]);
    expect(Math.max(...(counts[2] ?? []))).toBeLessThanOrEqual(15);
  });
});

function storedRow(model: (typeof OBJECTS)[number]['resource']['name'], id: number): Promise<object> {
  const where = { id };
  switch (model) {
    case 'Campaign':
      return system.db.campaign.findUniqueOrThrow({ where });
    case 'AdGroup':
      return system.db.adGroup.findUniqueOrThrow({ where });
    case 'NativeAd':
      return system.db.nativeAd.findUniqueOrThrow({ where });
    case 'Keyword':
      return system.db.keyword.findUniqueOrThrow({ where });
    default:
      return system.db.targetingAttribute.findUniqueOrThrow({ where });
  }
}

test('another seat’s object is as unknown as one that does not exist', async () => {
  const other = await createTree(native);
  for (const path of [`/adgroup/${other.adGroupId}`, '/adgroup/2147483647', '/adgroup/99999999999'])
    expect((await tree.call('GET', path)).status).toBe(404);
  const list = await tree.call('GET', `/keyword?adGroupId=${other.adGroupId}`);
  expect(list.body.response).toEqual([]);
});
