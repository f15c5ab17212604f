import { expect, it } from 'vitest';
import { RESOURCES } from '../../src/domain/resources.ts';
import { tableOf } from '../../src/platform/database/rows/names.ts';
import { bearerHeaders, testApp } from '../support/app.ts';
import { trafficSystem } from '../support/seat.ts';

/** REST responses list their fields explicitly: a new column is not returned until somebody decides so. */
const { system, caller } = await trafficSystem();
const tables = [...RESOURCES.values()].map(
  ({ name, fields, passthrough = [], customColumns = [], internal }) => {
    const columns = Object.values(fields).flatMap(({ column }) => (column.includes('.') ? [] : [column]));
    const table = tableOf(name);
    return { table, shown: columns, customColumns: [...customColumns, passthrough].flat(), internal };
  },
);

it.each(tables)(
  'each column of $table is shown or declared internal',
  async ({ table, shown, customColumns, internal }) => {
    const { rows } = await system.pool.query<{ column: string }>(
      `SELECT column_name AS column FROM information_schema.columns
     WHERE table_name = $1 AND table_schema = current_schema()`,
      [table],
    );
    const columns = rows.map(({ column }) => column.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()));
    // Two names may show one column.
    expect([...new Set([...shown, ...customColumns, ...internal])].sort()).toEqual(columns.sort());
  },
);

it('a column that a table gains is in no answer', async () => {
  const seat = await caller();
  const { id: orderId, advertiserId } = await seat.campaign();
  for (const { table } of tables)
    await system.pool.query(`ALTER TABLE "${table}" ADD COLUMN IF NOT EXISTS leaked text DEFAULT 'leaked'`);
  const { send } = await testApp(system);
  const headers = await bearerHeaders(system, seat.client);
  const native = (path: string, body: object) => send('POST', `/v3/rest${path}`, { headers, body });
  const schedules = [{ startDateStr: '2026-12-01T00:00:00Z', endDateStr: '2026-12-02T00:00:00Z' }];
  const feeList = [{ name: 'Server', fee: 1, typeName: 'AD_SERVING' }];
  const answers = [
    await seat.post('/lines', { name: 'L', orderId, schedules, feeList }),
    await seat.get(`/lines?orderId=${orderId}`),
    await native('/campaign', { advertiserId, campaignName: 'C' }),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain('leaked');
  }
});
