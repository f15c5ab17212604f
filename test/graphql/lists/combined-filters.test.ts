import { describe, expect, test } from 'vitest';
import type { ListField } from '../../../src/resources/filter/list-fields.ts';
import { randomFrom } from '../../contract/fuzz/random.ts';
import { LISTS, type ListPlace, listWorld, placeName, type Row } from '../../support/list-world.ts';

/** `and`, `or` and `not` select the same rows as the same condition in plain JavaScript. */

const { ask, rowsOf, own } = await listWorld();

interface Tree {
  /** As it is sent. */
  readonly filter: object;
  readonly holds: (row: Row) => boolean;
  readonly namesStatus: boolean;
}

const asSent = (row: Row, { column }: ListField): unknown => {
  const value = column.split('.').reduce<unknown>((of, name) => (of as Row | null)?.[name], row);
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'bigint' ? Number(value) : value;
};

/** A test of one field, for a value that some row has. */
function leaf(place: ListPlace, rows: readonly Row[], random: ReturnType<typeof randomFrom>): Tree {
  const [name, field] = random.pick(Object.entries(place.list.fields));
  const had = rows.map((row) => asSent(row, field)).filter((value) => value != null);
  const wanted = had.length > 0 ? random.pick(had) : undefined;
  if (wanted === undefined || field.kind === 'number')
    return { filter: {}, holds: () => true, namesStatus: false };
  const holds = (row: Row) => asSent(row, field) === wanted;
  if (field.kind === 'status') return { filter: { status: wanted }, holds, namesStatus: true };
  const eq = field.kind === 'flag' ? wanted === 'TRUE' : wanted;
  return { filter: { [name]: { eq } }, holds, namesStatus: false };
}

function tree(
  place: ListPlace,
  rows: readonly Row[],
  random: ReturnType<typeof randomFrom>,
  depth: number,
): Tree {
  if (depth === 0 || random.chance(0.2)) return leaf(place, rows, random);
  const inner = Array.from({ length: random.below(3) }, () => tree(place, rows, random, depth - 1));
  const first = inner[0] ?? leaf(place, rows, random);
  const namesStatus = inner.some((one) => one.namesStatus);
  const filters = inner.map(({ filter }) => filter);
  return random.pick<Tree>([
    { filter: { and: filters }, holds: (row) => inner.every(({ holds }) => holds(row)), namesStatus },
    { filter: { or: filters }, holds: (row) => inner.some(({ holds }) => holds(row)), namesStatus },
    { filter: { not: first.filter }, holds: (row) => !first.holds(row), namesStatus: first.namesStatus },
  ]);
}

describe.each(LISTS.map((place) => [placeName(place), place] as const))('%s', (name, place) => {
  test('returns the rows that match the whole filter', async () => {
    const rows = await rowsOf(place);
    const random = randomFrom(name.length * 7919 + LISTS.indexOf(place));
    const id = place.name === 'Report' ? 'customerReportId' : 'databaseId';
    for (let round = 0; round < 12; round += 1) {
      const { filter, holds, namesStatus } = tree(place, rows, random, 1 + (round % 4));
      const isShown = (row: Row) => !place.list.hidesDeleted || namesStatus || row.status !== 'DELETED';
      const matching = rows.filter((row) => isShown(row) && holds(row));
      const { errors, page } = await ask(place, { first: 100, filter }, `totalCount nodes { id: ${id} }`);
      expect(errors).toBeUndefined();
      const ids = page.nodes.map((node: { id: unknown }) => node.id);
      const expected = matching.map((row) => (place.name === 'Report' ? row.customerReportId : row.id));
      expect({ filter, total: page.totalCount, ids: ids.sort() }).toEqual({
        filter,
        total: matching.length,
        ids: expected.sort(),
      });
    }
  });
});

describe('a filter within filters', () => {
  const advertisers = LISTS[0] as ListPlace;
  const nest = (levels: number): object =>
    levels === 0
      ? { name: { eq: 'alpha' } }
      : { [levels % 2 ? 'not' : 'and']: levels % 2 ? nest(levels - 1) : [nest(levels - 1)] };

  test('is five levels deep at most', async () => {
    expect((await ask(advertisers, { filter: nest(5) }, 'totalCount')).errors).toBeUndefined();
    const { errors } = await ask(advertisers, { filter: nest(6) }, 'totalCount');
    expect(errors[0]).toMatchObject({
      message: 'Argument "filter.and[0].not.and[0].not.and[0].not" must be nested at most 5 levels deep.',
      extensions: { code: 'BAD_USER_INPUT' },
    });
  });

  test('is one of fifty at most', async () => {
    const or = (count: number) => ({ or: Array.from({ length: count }, () => ({ query: 'a' })) });
    expect((await ask(advertisers, { filter: or(50) }, 'totalCount')).errors).toBeUndefined();
    const { errors } = await ask(advertisers, { filter: or(51) }, 'totalCount');
    expect(errors[0].message).toBe('Argument "filter.or[50]" must be among the first 50 filters.');
  });

  test('is named by its path when a value in it is wrong', async () => {
    const filter = { or: [{}, { not: { id: { eq: 'Line:1' } } }] };
    const { errors } = await ask(advertisers, { filter }, 'totalCount');
    expect(errors[0].message).toBe('Argument "filter.or[1].not.id.eq" must be the ID of an Advertiser.');
  });

  test('costs a point', async () => {
    const cost = async (filter: object) =>
      (
        await own.graphql(
          'query ($filter: AdvertiserFilter) { advertisers(filter: $filter) { totalCount } }',
          {
            filter,
          },
        )
      ).extensions.cost.requested;
    const plain = await cost({ query: 'a' });
    expect(await cost({ or: [{ query: 'a' }, { not: { query: 'b' } }] })).toBe(plain + 3);
  });
});

describe('changes and receipts', () => {
  test('take and, or and not', async () => {
    const ask = async (filter: object) => {
      const { data, errors } = await own.graphql(
        'query ($filter: ChangeFilter) { changes(first: 100, filter: $filter) { totalCount nodes { resource action } } }',
        { filter },
      );
      expect(errors).toBeUndefined();
      expect(data.changes.totalCount).toBe(data.changes.nodes.length);
      return data.changes.nodes as { resource: string; action: string }[];
    };
    const all = await ask({});
    const isLineOrAd = ({ resource }: { resource: string }) => ['Line', 'Ad'].includes(resource);
    expect(all.some(isLineOrAd)).toBe(true);
    const or = [{ resource: 'Line' }, { resource: 'Ad', and: [{ action: 'CREATE' }] }];
    expect(await ask({ or })).toEqual(
      all.filter(isLineOrAd).filter((one) => one.resource === 'Line' || one.action === 'CREATE'),
    );
    expect(await ask({ not: { or: [{ resource: 'Line' }, { resource: 'Ad' }] } })).toEqual(
      all.filter((one) => !isLineOrAd(one)),
    );
  });

  test('receipts without a key are among those that do not have this key', async () => {
    const ask = async (filter: object) => {
      const { data, errors } = await own.graphql(
        'query ($filter: ConversionReceiptFilter) { conversionReceipts(filter: $filter) { totalCount nodes { id } } }',
        { filter },
      );
      expect(errors).toBeUndefined();
      expect(data.conversionReceipts.nodes).toHaveLength(data.conversionReceipts.totalCount);
      return data.conversionReceipts.totalCount;
    };
    const all = await ask({});
    expect(all).toBeGreaterThan(0);
    expect(await ask({ not: { idempotencyKey: 'none' } })).toBe(all);
    expect(await ask({ not: { not: { idempotencyKey: 'none' } } })).toBe(0);
    expect(await ask({ or: [{ outcome: 'DUPLICATE' }, { not: { outcome: 'DUPLICATE' } }] })).toBe(all);
    const pixel = await own.graphql(
      `{ eventReceipts(pixelId: "${own.ids.Pixel}", filter: { not: { or: [{ outcome: REFUSED }] } }) { totalCount } }`,
    );
    expect(pixel.errors[0].message).toBe(
      'Argument "filter.not.or[0].outcome" must be ACCEPTED or DUPLICATE.',
    );
  });
});
