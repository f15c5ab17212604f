import { expect, test } from 'vitest';
import { openDatabase, transaction } from '../../../src/platform/database/connection/client.ts';
import { insertRow, updateRow } from '../../../src/platform/database/rows/write-row.ts';
import { createTestDatabase } from '../../support/database.ts';

const { url, pool } = await createTestDatabase();

test('rows are written and read in the schema of the connection, and nowhere else', async () => {
  await pool.query('ALTER SCHEMA public RENAME TO other; CREATE SCHEMA public');
  const other = `${url}?options=${encodeURIComponent('-c search_path=other')}`;
  const database = openDatabase({ url: other });
  try {
    const seat = await transaction(database.prisma, async (db) => {
      const seat = await insertRow<{ id: number; name: string }>({
        db,
        table: 'seat',
        row: { name: 'first' },
      });
      return updateRow<{ id: number; name: string }>({
        db,
        table: 'seat',
        row: { id: seat.id, name: 'second' },
      });
    });
    expect(seat).toMatchObject({ name: 'second' });
    await database.prisma.seat.update({ where: { id: seat.id }, data: { name: 'third' } });
    expect((await pool.query('SELECT name FROM other.seat')).rows).toEqual([{ name: 'third' }]);
  } finally {
    await database.close();
  }
});
