import { type GraphQLEnumType, type GraphQLInputObjectType, getNamedType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../../src/graphql/schema.ts';
import { LISTS, type ListPlace, listWorld, placeName } from '../../support/list-world.ts';

/** A cursor is a place in an order: pages never overlap, and it reveals nothing about rows that the caller cannot see. */

const { ask, own, other, system } = await listWorld();

const SELECTION =
  'edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

const orderFieldsOf = (name: string): string[] => {
  const order = (schema.getType(`${name}Order`) as GraphQLInputObjectType).getFields().field;
  return (getNamedType(order?.type) as GraphQLEnumType).getValues().map((value) => value.name);
};

async function all(
  place: ListPlace,
  args: object,
  page: (info: Info) => object | undefined,
): Promise<string[]> {
  const ids: string[] = [];
  let more: object | undefined = {};
  for (let pages = 0; more && pages < 20; pages += 1) {
    const answer = await ask(place, { ...args, ...more }, SELECTION);
    expect(answer.errors).toBeUndefined();
    ids.push(...answer.page.edges.map((edge: { node: { id: string } }) => edge.node.id));
    more = page(answer.page.pageInfo);
  }
  return ids;
}
interface Info {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

describe.each(LISTS.map((place) => [placeName(place), place] as const))('%s', (_name, place) => {
  const orders = orderFieldsOf(place.name).map((field, at) => ({
    field,
    direction: at % 2 ? 'ASC' : 'DESC',
  }));

  test.each(orders)(
    'pages by $field $direction meet every row once, both ways, ties included',
    async (orderBy) => {
      const whole = await all(place, { orderBy, first: 100 }, () => undefined);
      expect(new Set(whole).size).toBe(whole.length);
      expect(whole.length).toBeGreaterThan(8);
      const forward = await all(place, { orderBy, first: 5 }, ({ hasNextPage, endCursor }) =>
        hasNextPage ? { after: endCursor } : undefined,
      );
      expect(forward).toEqual(whole);
      const last = await ask(place, { orderBy, last: 4 }, SELECTION);
      expect(last.page.edges.map((edge: { node: { id: string } }) => edge.node.id)).toEqual(whole.slice(-4));
      expect(last.page.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
      const before = await ask(
        place,
        { orderBy, last: 3, before: last.page.pageInfo.startCursor },
        SELECTION,
      );
      expect(before.page.edges.map((edge: { node: { id: string } }) => edge.node.id)).toEqual(
        whole.slice(-7, -4),
      );
    },
  );
});

const advertisers = LISTS[0] as ListPlace;
const byName = { field: 'NAME', direction: 'ASC' };
const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

test('another seat’s ID in a cursor gives the same result whatever that row is called, and without the row', async () => {
  const id = Number(other.ids.Advertiser);
  const answers: unknown[] = [];
  for (const name of ['AAA', 'alpha', 'zzz']) {
    await system.db.advertiser.update({ where: { id }, data: { name } });
    const { errors, page } = await ask(
      advertisers,
      { orderBy: byName, first: 50, after: cursor('Advertiser', 'name', 'b', id) },
      SELECTION,
    );
    answers.push({ errors, page });
  }
  const unknown = await ask(
    advertisers,
    { orderBy: byName, first: 50, after: cursor('Advertiser', 'name', 'b', id + 500_000) },
    SELECTION,
  );
  expect(new Set([...answers, unknown].map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(unknown.page.edges.length).toBeGreaterThan(1);
});

test('a cursor keeps its position when its row is renamed or deleted', async () => {
  const page = (after: string) => ask(advertisers, { orderBy: byName, first: 50, after }, SELECTION);
  const first = await ask(advertisers, { orderBy: byName, first: 4 }, SELECTION);
  const after = first.page.pageInfo.endCursor;
  const rest = await page(after);
  const id = Number(first.page.edges.at(-1).node.id.split(':')[1]);
  const row = await system.db.advertiser.findUniqueOrThrow({ where: { id } });
  await system.db.advertiser.update({ where: { id }, data: { name: '!first of all' } });
  expect(await page(after)).toEqual(rest);
  await system.db.advertiser.update({ where: { id }, data: { name: row.name } });
});

test.each([
  ['text', 'x'],
  ['nothing', ''],
  ['the id alone, as cursors once were', btoa(`GPC:N:${own.ids.Advertiser}`)],
  ['another connection’s', cursor('Campaign', 'name', 'b', 1)],
  ['a value of another type', cursor('Advertiser', 'name', 1, 1)],
  ['a value that no row can hold', cursor('Advertiser', 'name', 'a\0', 1)],
  ['an object for a value', cursor('Advertiser', 'name', { gt: '' }, 1)],
  ['no id', cursor('Advertiser', 'name', 'b', 'x')],
  ['an id beyond all ids', cursor('Advertiser', 'name', 'b', 2 ** 40)],
  ['too much', cursor('Advertiser', 'name', 'b', 1, 1)],
  ['something endless', cursor('Advertiser', 'name', 'b'.repeat(10_000), 1)],
])('a cursor that is %s is refused by name', async (_what, bad) => {
  for (const name of ['after', 'before']) {
    const { errors } = await ask(advertisers, { orderBy: byName, [name]: bad }, SELECTION);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({
      message: `Argument "${name}" must be a cursor of this connection.`,
      extensions: { code: 'BAD_USER_INPUT', argument: name },
    });
  }
});

test('a cursor of another order is refused with both orders', async () => {
  const { errors } = await ask(
    advertisers,
    { orderBy: byName, after: cursor('Advertiser', 'id', null, 1) },
    SELECTION,
  );
  expect(errors[0]).toMatchObject({
    message:
      'Argument "after" is a cursor of another order: of id, not of name. Cursors are valid for the order that returned them.',
    extensions: { code: 'BAD_USER_INPUT', argument: 'after' },
  });
});

test.each([
  [{ first: 0 }, '"first" must be from 1 to 100'],
  [{ last: 101 }, '"last" must be from 1 to 100'],
  [{ first: 1, last: 1 }, '"last" cannot be given with "first"'],
  [{ first: 1, before: cursor('Advertiser', 'id', null, 1) }, '"before" cannot be given with "first"'],
])('%j is refused by name', async (args, said) => {
  const { errors } = await ask(advertisers, args, SELECTION);
  expect(errors[0].message).toBe(`Argument ${said}.`);
});
