import { createSeat } from '../../../src/domain/access/tenancy/create-seat.ts';
import type { System } from '../../../src/domain/context.ts';

/**
 * What `fill` made: a seat, one of its advertisers, one with 10,000 lines, a campaign of 100 lines, and one of 20 lines with
 * all that lines can have.
 */
export interface World {
  readonly seatId: number;
  readonly advertiserId: number;
  readonly crowdedId: number;
  readonly campaignId: number;
  readonly mixedId: number;
}

/**
 * One seat with 1,000 advertisers × 10 lines × 5 ads × 2 schedules, and two larger ones, made by the database itself.
 */
export async function fill(system: System): Promise<World> {
  const { seatId, accountGroupId } = await createSeat({ system, name: 'bench' });
  const run = (sql: string) => system.pool.query(sql);
  const { rows } = await system.pool.query<{ id: number }>(
    `INSERT INTO advertiser (seat_id, account_group_id, name, status, landing_page_url, iab_category_id, timezone,
        currency, billing_price, contact)
      SELECT $1, $2, 'Advertiser ' || i, 'ACTIVE', 'https://example.com/', 1, 'America/New_York', 'USD', 10,
        '{"addressLine1": "1 Main St", "city": "Austin", "region": "Texas", "postalCode": "78701", "country": "US"}'
      FROM generate_series(1, 1000) i RETURNING id`,
    [seatId, accountGroupId],
  );
  await run(`INSERT INTO campaign (seat_id, advertiser_id, name)
    SELECT seat_id, id, 'Campaign of ' || name FROM advertiser`);
  await run(`INSERT INTO creative (seat_id, advertiser_id, name, media_type)
    SELECT seat_id, id, 'Creative of ' || name, 'DISPLAY' FROM advertiser`);
  await run(`INSERT INTO line (seat_id, advertiser_id, campaign_id, name, status, bid_price)
    SELECT seat_id, advertiser_id, id, 'Line ' || i, 'PAUSED', 1.25 FROM campaign, generate_series(1, 10) i`);
  await run(`INSERT INTO ad (seat_id, line_id, creative_id, status)
    SELECT l.seat_id, l.id, c.id, 'ACTIVE' FROM line l JOIN creative c USING (advertiser_id), generate_series(1, 5)`);
  await run(`INSERT INTO ad_schedule (ad_id, start_date, end_date)
    SELECT id, now() + i * interval '1 day', now() + (i + 7) * interval '1 day' FROM ad, generate_series(1, 2) i`);
  const crowdedId = rows[998]?.id ?? 1;
  const many = async (advertiserId: number, count: number) => {
    const { rows } = await system.pool.query<{ id: number }>(
      `INSERT INTO campaign (seat_id, advertiser_id, name) VALUES ($1, $2, $3) RETURNING id`,
      [seatId, advertiserId, `Campaign of ${count} lines`],
    );
    const campaignId = rows[0]?.id ?? 1;
    await system.pool.query(
      `INSERT INTO line (seat_id, advertiser_id, campaign_id, name, status, bid_price)
        SELECT $1, $2, $3, 'Line ' || md5(i::text), 'PAUSED', 1.25 FROM generate_series(1, $4::int) i`,
      [seatId, advertiserId, campaignId, count],
    );
    await system.pool.query(
      `INSERT INTO line_schedule (line_id, budget, start_date, end_date)
        SELECT id, 100, now(), now() + interval '30 days' FROM line WHERE campaign_id = $1`,
      [campaignId],
    );
    return campaignId;
  };
  await many(crowdedId, 10_000);
  const campaignId = await many(rows[999]?.id ?? 1, 100);
  const mixedId = await many(rows[997]?.id ?? 1, 20);
  await run(`INSERT INTO deal (seat_id, name, status, exchange_id, exchange_deal_id, description, account_is_excluded)
    SELECT ${seatId}, 'Deal ' || i, 'ACTIVE', 1, 'D-' || i, 'A deal', true FROM generate_series(1, 10) i`);
  for (const sql of MIXED) await system.pool.query(sql, [mixedId]);
  await run('ANALYZE');
  return { seatId, advertiserId: rows[500]?.id ?? 1, crowdedId, campaignId, mixedId };
}

/** What the lines of a campaign have besides their flights. */
const MIXED = [
  `UPDATE line SET extra = '{"frequencyCap": 3, "labels": ["a", "b"]}' WHERE campaign_id = $1`,
  `UPDATE line_schedule SET start_date = now() - interval '10 days' FROM line l WHERE l.id = line_id AND l.campaign_id = $1`,
  `INSERT INTO location (woeid, type, name) SELECT 900000 + i, 'Town', 'Town ' || i FROM generate_series(1, 5) i
    WHERE $1::int IS NOT NULL`,
  `INSERT INTO line_target_type (line_id, name, is_targeted)
    SELECT l.id, v.name, true FROM line l, (VALUES ('GEOGRAPHY'), ('NATIVE_LIST')) v(name) WHERE l.campaign_id = $1`,
  `INSERT INTO line_geo (line_id, woeid) SELECT id, 900000 + i FROM line, generate_series(1, 5) i WHERE campaign_id = $1`,
  `INSERT INTO bid_multiplier (line_id, target_type, target_value, multiplier)
    SELECT id, 'SUPPLY_GROUP', i, 1.5 FROM line, generate_series(1, 5) i WHERE campaign_id = $1`,
  `INSERT INTO change (seat_id, resource, resource_id, action, user_id, client_id, request_id, fields)
    SELECT seat_id, 'Line', id, 'UPDATE', 0, 'operator', 'r' || i, '[{"path": "name", "before": "a", "after": "b"}]'::jsonb
    FROM line, generate_series(1, 5) i WHERE campaign_id = $1`,
  `INSERT INTO delivery_spend_day (file, advertiser_id, line_id, campaign_id, day, spend)
    SELECT 0, advertiser_id, id, campaign_id, floor(extract(epoch FROM now()) / 86400)::int - i, 1000 * i
    FROM line, generate_series(1, 9) i WHERE campaign_id = $1`,
];
