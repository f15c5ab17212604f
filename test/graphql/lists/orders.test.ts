import { describe, expect, test } from 'vitest';
import { LISTS, listWorld, placeName, type Row } from '../../support/list-world.ts';

/** Lists are ordered by every scalar that they can be filtered by, with rows without a value at the end. */

const { ask, rowsOf } = await listWorld();

const valueOfColumn = (row: Row, column: string): unknown =>
  column.split('.').reduce<unknown>((of, name) => (of as Row | null)?.[name], row) ?? null;

describe.each(LISTS.map((place) => [placeName(place), place] as const))('%s', (_name, place) => {
  const fields = Object.entries(place.list.fields);
  const id = place.name === 'Report' ? 'customerReportId' : 'databaseId';

  test.each(fields)('%s', async (name, { column, kind }) => {
    const field = name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
    const rows = new Map(
      (await rowsOf(place)).map((row) => [place.name === 'Report' ? row.customerReportId : row.id, row]),
    );
    for (const direction of ['ASC', 'DESC']) {
      const { errors, page } = await ask(
        place,
        { first: 100, orderBy: { field, direction } },
        `nodes { id: ${id} }`,
      );
      expect(errors).toBeUndefined();
      const values = page.nodes.map((node: { id: unknown }) =>
        valueOfColumn(rows.get(node.id) as Row, column),
      );
      const some = values.filter((value: unknown) => value !== null);
      expect(values.slice(0, some.length)).toEqual(some);
      // How texts compare is the database's to say.
      if (['text', 'listed', 'status'].includes(kind)) continue;
      const sorted = [...some].sort((a, b) => Number(a) - Number(b));
      expect(some.map(Number)).toEqual((direction === 'ASC' ? sorted : sorted.reverse()).map(Number));
    }
  });
});
