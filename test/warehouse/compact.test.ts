import { expect, test } from 'vitest';
import { compactFacts } from '../../src/warehouse/compact.ts';
import { openWarehouse } from '../../src/warehouse/open.ts';
import { testSystem } from '../support/system.ts';

const system = await testSystem();
const { pool } = system;
const warehouse = await openWarehouse(system);

test('a merge takes 64 files at most, the smallest first', async () => {
  await pool.query(
    `INSERT INTO fact_file (name, kind, rows, bytes, min_hour, max_hour, in_delivery)
     SELECT 'facts/' || n, 'delivery', 1, n, '2026-04-01Z', '2026-04-01Z', true FROM generate_series(1, 100) n`,
  );
  const merged: string[][] = [];
  const use = (names: readonly string[]) => {
    merged.push([...names]);
    return Promise.reject(new Error('enough'));
  };
  const watched = { ...warehouse, files: { ...warehouse.files, use } };
  await expect(compactFacts(pool, watched)).rejects.toThrow('enough');
  expect(merged).toEqual([Array.from({ length: 64 }, (_, at) => `facts/${at + 1}`)]);
});
