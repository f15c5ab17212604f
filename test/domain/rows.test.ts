import { expect, test } from 'vitest';
import { updateAdvertiser } from '../../src/domain/campaigns/advertiser/update.ts';
import { updateLine } from '../../src/domain/campaigns/line/update.ts';
import { ConflictError } from '../../src/domain/errors.ts';
import { trafficSystem } from '../support/seat.ts';

const { system, caller } = await trafficSystem();
const seat = await caller();

const WRITERS = {
  advertiser: { make: () => seat.advertiser(), update: updateAdvertiser },
  line: { make: () => seat.line(), update: updateLine },
} as const;

test.each(['advertiser', 'line'] as const)(
  'the second writer of one %s waits for the first, and learns of it',
  async (table) => {
    const { make, update } = WRITERS[table];
    const { id, updatedAt, name } = await make();
    const first = await system.pool.connect();
    try {
      await first.query('BEGIN');
      await first.query(`SELECT id FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);
      const second = update({
        ctx: await seat.context(),
        id,
        input: { name: 'Second' },
        unchangedSince: updatedAt,
      }).catch((error: unknown) => error);
      await expect
        .poll(async () => {
          const { rows } = await system.pool.query('SELECT 1 FROM pg_locks WHERE NOT granted');
          return rows.length;
        })
        .toBeGreaterThan(0);
      await first.query(`UPDATE ${table} SET updated_at = now() + interval '1 s' WHERE id = $1`, [id]);
      await first.query('COMMIT');
      expect(await second).toBeInstanceOf(ConflictError);
    } finally {
      first.release();
    }
    const { response } = (await seat.get(`/${table}s/${id}`)).body;
    expect(response.name).toBe(name);
  },
);
