import type { Pool } from 'pg';

/**
 * Makes the rows of all seats less alike: owners that others have too, texts that are hard to write, numbers that are
 * hard to write, and columns without a value. No verb would give rows of other seats to owners of the seat: whoever
 * reads them has forgotten whose they are.
 */
export async function scatter(pool: Pool, seatId: number): Promise<void> {
  for (const [table, column, target] of OWNERS) {
    await pool.query(scattered(table, column, target, `${table}.seat_id`));
    if (ONCE.has(table)) continue;
    await pool.query(`${scattered(table, column, target, String(seatId))}
      WHERE seat_id <> ${seatId} AND ${hash(table, 'seat')} % 2 = 0`);
  }
  await pool.query(`UPDATE line SET advertiser_id = c.advertiser_id FROM campaign c WHERE c.id = campaign_id;
    UPDATE ad_group SET advertiser_id = c.advertiser_id FROM campaign c WHERE c.id = campaign_id`);
  for (const sql of PARTS) await pool.query(sql);
  for (const [table, column] of TEXTS)
    await pool.query(
      `UPDATE ${table} SET ${column} = ${column} || ($1::text[])[1 + ${hash(table, 'text')} % ${ODD.length}]
        WHERE ${hash(table, 'odd')} % 3 = 0`,
      [ODD],
    );
  for (const column of ['bid_price', 'goal_amount', 'max_goal', 'margin_goal', 'billing_price'])
    await pool.query(
      `UPDATE line SET ${column} = ($1::float8[])[1 + ${hash('line', column)} % ${NUMBERS.length}]`,
      [NUMBERS],
    );
  for (const table of [
    'campaign',
    'line',
    'pixel',
    'ad_group',
    'native_ad',
    'keyword',
    'targeting_attribute',
  ])
    await pool.query(
      `UPDATE ${table} SET extra = ($1::jsonb[])[1 + ${hash(table, 'extra')} % ${EXTRA.length}]`,
      [EXTRA],
    );
  await pool.query(`UPDATE line SET goal_type = 'EARLIER' WHERE ${hash('line', 'earlier')} % 4 = 0`);
  await leaveOut(pool);
}

/** The same for every run: rows have the same IDs each time. */
const hash = (table: string, salt: string): string =>
  `abs(hashint8(hashtext('${salt}')::bigint # ${table}.id))`;

const scattered = (table: string, column: string, target: string, seat: string): string =>
  `UPDATE ${table} SET ${column} = (SELECT o.id FROM ${target} o WHERE o.seat_id = ${seat}
    ORDER BY hashint8(o.id::bigint * 7919 # ${table}.id / 2) LIMIT 1)`;

const OWNERS = [
  ['campaign', 'advertiser_id', 'advertiser'],
  ['creative', 'advertiser_id', 'advertiser'],
  ['pixel', 'advertiser_id', 'advertiser'],
  ['native_list', 'advertiser_id', 'advertiser'],
  ['product_set', 'advertiser_id', 'advertiser'],
  ['line', 'campaign_id', 'campaign'],
  ['ad', 'line_id', 'line'],
  ['segment', 'pixel_id', 'pixel'],
  ['ad_group', 'campaign_id', 'campaign'],
  ['native_ad', 'ad_group_id', 'ad_group'],
  ['keyword', 'parent_id', 'ad_group'],
  ['targeting_attribute', 'parent_id', 'ad_group'],
] as const;

/** An owner cannot have two alike. */
const ONCE: ReadonlySet<string> = new Set(['keyword', 'targeting_attribute']);

const PARTS = [
  `UPDATE deal SET account_group_id = NULL, account_groups = '{}', accounts = '{}', account_is_excluded = true
    WHERE ${hash('deal', 'all')} % 3 = 0`,
  `INSERT INTO line_schedule (line_id, budget, daily_budget, start_date, end_date)
    SELECT id, n * 10.25, CASE WHEN n = 2 THEN 0.1 END, created_at + n * interval '1 day', created_at + n * interval '2 days'
    FROM line, generate_series(1, id % 4) n`,
  `INSERT INTO line_fee (line_id, name, fee, type_name)
    SELECT id, 'Fee ' || n, n / 3.0, 'AD_SERVING' FROM line, generate_series(1, id % 3) n`,
  `INSERT INTO line_conversion (line_id, beacon_id, name, accept_view_through)
    SELECT l.id, p.id, p.name, l.id % 2 = 0 FROM line l JOIN pixel p ON p.seat_id = l.seat_id AND p.id % 3 = l.id % 3`,
  `INSERT INTO ad_schedule (ad_id, start_date, end_date)
    SELECT id, created_at, created_at + n * interval '1 hour' FROM ad, generate_series(1, id % 3) n`,
  `INSERT INTO ad_countdown (ad_id, countdown_prefix_id, end_date, timezone)
    SELECT id, id % 3, created_at, 'Europe/Rome' FROM ad WHERE id % 2 = 0 ON CONFLICT DO NOTHING`,
  `INSERT INTO change (seat_id, resource, resource_id, action, user_id, client_id, request_id, fields)
    SELECT seat_id, 'Line', id, 'UPDATE', n, 'operator', 'r' || n, '[]'::jsonb FROM line, generate_series(1, id % 4) n`,
  `INSERT INTO change (seat_id, resource, resource_id, action, user_id, client_id, request_id, fields)
    SELECT s.id, 'Line', l.id, 'UPDATE', 1, 'operator', 'other', '[]'::jsonb FROM line l JOIN seat s ON s.id <> l.seat_id`,
] as const;

const TEXTS = [
  ['advertiser', 'name'],
  ['campaign', 'name'],
  ['line', 'name'],
  ['creative', 'name'],
  ['creative', 'title'],
  ['pixel', 'name'],
  ['deal', 'name'],
  ['native_list', 'name'],
  ['product_set', 'name'],
  ['segment', 'name'],
  ['ad_group', 'name'],
  ['native_ad', 'title'],
  ['keyword', 'value'],
] as const;

const ODD = [
  ...[
    '"quoted"',
    'back\\slash',
    "it's",
    'a\tb',
    'line\nbreak',
    'é',
    'ß',
    '😀',
    '\u2028',
    '%',
    '_',
    '{}',
    '[null]',
  ],
  ...['\u0001', '\u0002a\u0002', '\u007f', '</script>', '$1', '\ufeff', 'עברית', ' ', 'x'.repeat(200)],
];
const NUMBERS = [
  0, 0.1, 0.30000000000000004, 1e21, 1e15, 123456789012345680, 1e-7, 0.0001234, 5e-324, 7, 7, -1.5,
];
const EXTRA = [
  '{}',
  '{"a": [1, 2.50, 1e3], "10": 1, "9": null, "text": "\\u0001 \\u2028 \\" \\\\ é"}',
  '{"deep": {"list": [[], {}, [null, true]]}, "number": 12345678901234567000}',
];

/** Leaves out some values of every column that may have none, except of references and of lists, which are empty instead. */
async function leaveOut(pool: Pool): Promise<void> {
  const tables = [...new Set(OWNERS.map(([table]) => table)), 'deal', 'line_schedule', 'line_conversion'];
  const { rows } = await pool.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
      WHERE table_schema = 'public' AND is_nullable = 'YES' AND column_name NOT LIKE '%\\_id'
        AND NOT (data_type = 'ARRAY' AND column_default IS NOT NULL) AND table_name = ANY($1)
      ORDER BY 1, 2`,
    [tables],
  );
  for (const { table, column } of rows)
    await pool.query(`UPDATE ${table} SET "${column}" = NULL WHERE ${hash(table, column)} % 3 = 0`);
}
