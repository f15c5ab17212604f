import { type GraphQLInputObjectType, getNamedType, isInputObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../../src/graphql/schema.ts';
import { valuesOf } from '../../../src/resources/define/enum-type.ts';
import type { Operator } from '../../../src/resources/filter/conditions.ts';
import { type ListField, MAX_VALUES, OPERATORS } from '../../../src/resources/filter/list-fields.ts';
import {
  LISTS,
  type ListPlace,
  listWorld,
  placeName,
  type Row,
  statusesOf,
} from '../../support/list-world.ts';

/** Each filter of a list selects the same rows as plain JavaScript. */

const { ask, askEach, rowsOf, own, other } = await listWorld();

const columnOf = (row: Row, column: string): unknown =>
  column.split('.').reduce<unknown>((value, name) => (value as Row | null)?.[name], row);

const plain = (value: unknown): unknown =>
  value instanceof Date ? value.getTime() : typeof value === 'bigint' ? Number(value) : value;

/** The operators, implemented again without a database. */
function holds(operator: Operator, value: unknown, wanted: unknown): boolean {
  if (value === null || value === undefined) return false;
  const [is, than] = [plain(value) as number, plain(wanted) as number];
  if (operator === 'eq') return is === than;
  if (operator === 'in') return (wanted as unknown[]).map(plain).includes(is);
  if (operator === 'contains') return String(is).toLowerCase().includes(String(than).toLowerCase());
  return { gte: is >= than, lte: is <= than, gt: is > than, lt: is < than }[operator as 'gte'];
}

/** Values to ask for: some that rows have, and one that none has. */
function wantedOf({ kind, column, enumType }: ListField, rows: readonly Row[]): unknown[] {
  const had = rows.map((row) => columnOf(row, column)).filter((value) => value != null);
  const some = [had[0], had[Math.floor(had.length / 2)]].filter((value) => value !== undefined);
  if (kind === 'enum') return enumType ? valuesOf(enumType) : [];
  if (kind === 'flag') return ['TRUE', 'FALSE'];
  const none = { text: 'zzz', id: 2_000_000_011, timestamp: new Date('1999-01-01T00:00:00Z') }[kind as 'id'];
  return kind === 'boolean' ? [true, false] : [...some, none ?? 77];
}

const sent = (value: unknown): unknown =>
  value instanceof Date ? value.toISOString() : typeof value === 'bigint' ? Number(value) : value;

const idOf = (place: ListPlace): string => (place.name === 'Report' ? 'customerReportId' : 'databaseId');

/** The IDs that each of several filters selects. */
async function foundBy(place: ListPlace, filters: readonly object[]): Promise<unknown[][]> {
  const { errors, pages } = await askEach(place, filters, `totalCount nodes { id: ${idOf(place)} }`);
  expect(errors).toBeUndefined();
  return pages.map(({ nodes, totalCount }) => {
    expect(totalCount).toBe(nodes.length);
    return nodes.map(({ id }: { id: unknown }) => id);
  });
}

const found = async (place: ListPlace, filter: object) => (await foundBy(place, [filter]))[0];

/** Runs several filters at once, and compares what each selects. */
async function compare(
  place: ListPlace,
  cases: readonly (readonly [filter: object, matching: readonly Row[]])[],
) {
  const found = await foundBy(
    place,
    cases.map(([filter]) => filter),
  );
  expect(cases.map(([filter], at) => [filter, found[at]])).toEqual(
    cases.map(([filter, rows]) => [filter, idsOf(place, rows)]),
  );
}

const isShown = ({ list }: ListPlace, row: Row): boolean => !list.hidesDeleted || row.status !== 'DELETED';
const idsOf = (place: ListPlace, rows: readonly Row[]) => {
  const ids = rows.map((row) => (place.name === 'Report' ? row.customerReportId : row.id));
  return place.name === 'Report' ? ids.reverse() : ids;
};

test('each filter input with conditions is tried here', () => {
  const withConditions = Object.values(schema.getTypeMap())
    .filter((type): type is GraphQLInputObjectType => isInputObjectType(type) && type.name.endsWith('Filter'))
    .filter((type) =>
      Object.values(type.getFields()).some((field) => /Condition$/.test(getNamedType(field.type).name)),
    );
  expect(withConditions.map(({ name }) => name).sort()).toEqual(
    // The world of these tests has neither; their lists are read by the same code.
    [...new Set([...LISTS.map(({ name }) => name), 'Audience', 'Webhook', 'WebhookDelivery'])]
      .map((name) => `${name}Filter`)
      .sort(),
  );
});

describe.each(LISTS.map((place) => [placeName(place), place] as const))('%s', (_name, place) => {
  const fields = Object.entries(place.list.fields).filter(([, { kind }]) => kind !== 'status');

  test.each(fields)('%s', async (name, field) => {
    const rows = (await rowsOf(place)).filter((row) => isShown(place, row));
    expect(rows.length).toBeGreaterThan(8);
    const cases = OPERATORS[field.kind as 'text'].flatMap((operator) =>
      wantedOf(field, rows).map((wanted) => {
        const value = operator === 'in' ? [wanted, wantedOf(field, rows)[0]] : wanted;
        const operand = Array.isArray(value)
          ? value.map(sent)
          : field.kind === 'flag'
            ? value === 'TRUE'
            : sent(value);
        const matching = rows.filter((row) => holds(operator, columnOf(row, field.column), value));
        return [{ [name]: { [operator]: operand } }, matching] as const;
      }),
    );
    await compare(place, cases);
  });

  test('status, statusIn and query', async () => {
    const rows = await rowsOf(place);
    const statuses = statusesOf(place.name);
    const shown = rows.filter((row) => isShown(place, row));
    const { search } = place.list;
    const statusIn = statuses.slice(-2);
    await compare(place, [
      [{}, shown],
      ...statuses.map((status) => [{ status }, rows.filter((row) => row.status === status)] as const),
      ...(statuses.length > 0
        ? [[{ statusIn }, rows.filter((row) => statusIn.includes(row.status as string))] as const]
        : []),
      ...(search ? ['al%', 'BET', 'be\\', 'zzz'] : []).map(
        (query) =>
          [
            { query },
            shown.filter((row) => holds('contains', columnOf(row, String(search)), query)),
          ] as const,
      ),
    ]);
  });
});

describe('values that cannot be meant', () => {
  const advertisers = LISTS[0] as ListPlace;
  const deals = LISTS.find(({ name }) => name === 'Deal') as ListPlace;
  const bad = 'must be well-formed text without NUL';

  test.each([
    [advertisers, { name: { in: ['fine', 'a\0b'] } }, `"filter.name.in[1]" ${bad}`],
    [advertisers, { name: { contains: '\ud800' } }, `"filter.name.contains" ${bad}`],
    [
      advertisers,
      { or: [{ name: { contains: 'x'.repeat(256) } }] },
      '"filter.or[0].name.contains" must be at most 255 characters long',
    ],
    [advertisers, { query: 'x'.repeat(256) }, '"filter.query" must be at most 255 characters long'],
    [advertisers, { id: { eq: 'Campaign:1' } }, '"filter.id.eq" must be the ID of an Advertiser'],
    [advertisers, { id: { in: ['1', 'x'] } }, '"filter.id.in[1]" must be the ID of an Advertiser'],
    [advertisers, { iabCategoryId: { gte: 2 ** 31 } }, '"filter.iabCategoryId.gte" must be a 32-bit integer'],
    [
      advertisers,
      { createdAt: { lt: '0000-01-01T00:00:00Z' } },
      '"filter.createdAt.lt" must be in the years 1 to 9999',
    ],
    [
      deals,
      { name: { in: Array(MAX_VALUES + 1).fill('x') } },
      '"filter.name.in" must have at most 100 values',
    ],
  ])('%#: the error names the path', async (place, filter, said) => {
    const { errors } = await ask(place, { filter }, 'nodes { id }');
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ message: `Argument ${said}.`, extensions: { code: 'BAD_USER_INPUT' } });
  });

  test('all of them are reported at once', async () => {
    const filter = { query: 'a\0', name: { eq: '\0', in: ['\0'] }, id: { eq: '-1' } };
    const { errors } = await ask(advertisers, { filter }, 'totalCount');
    expect(errors[0].message.match(/Argument "[^"]+"/g)).toEqual([
      'Argument "filter.query"',
      'Argument "filter.id.eq"',
      'Argument "filter.name.eq"',
      'Argument "filter.name.in[0]"',
    ]);
  });

  test('a hundred values, none, and an id beyond all ids are fine', async () => {
    expect(await found(advertisers, { name: { in: Array(MAX_VALUES).fill('zzz') } })).toEqual([]);
    expect(await found(advertisers, { name: { in: [] } })).toEqual([]);
    expect(await found(advertisers, { id: { eq: '99999999999' } })).toEqual([]);
  });
});

test('an ID of another seat matches nothing, in any field', async () => {
  for (const place of LISTS)
    for (const [name, { kind, of }] of Object.entries(place.list.fields)) {
      if (kind !== 'id') continue;
      const foreign = other.ids[of as 'Advertiser'];
      expect(foreign).not.toBe(own.ids[of as 'Advertiser']);
      expect(await found(place, { [name]: { in: [`${of}:${foreign}`] } })).toEqual([]);
    }
});
