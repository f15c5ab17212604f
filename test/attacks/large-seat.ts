import pg from 'pg';
import type { Target } from './attack.ts';

const ADVERTISERS = 50;
const CAMPAIGNS = 1_000;
const LINES = 50_000;
const CHANGES = 300_000;
const CREATIVES = 1_000;
const PRODUCTS = 100_000;
/** The ID of an advertiser with a large product feed. The next ID is that of one without. */
export const FEED_ADVERTISER = 900_000_001;

/** As much as makes a count over all of it expensive; statistics are as after autovacuum. */
export async function fillSeat({ databaseUrl, seatId }: Target): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of STATEMENTS)
      await client.query(statement, statement.includes('$1') ? [seatId] : []);
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
}

const STATEMENTS: readonly string[] = [
  `INSERT INTO advertiser (seat_id, account_group_id, name, status, landing_page_url, iab_category_id,
     timezone, currency, billing_price, contact)
   SELECT $1, (SELECT min(id) FROM account_group WHERE seat_id = $1), 'Crowd ' || n, 'ACTIVE', 'https://example.com', 1,
     'UTC', 'USD', 0, '{}'
   FROM generate_series(1, ${ADVERTISERS}) AS n`,
  `INSERT INTO advertiser (id, seat_id, account_group_id, name, status, landing_page_url, iab_category_id,
     timezone, currency, billing_price, contact)
   SELECT ${FEED_ADVERTISER} + n, $1, (SELECT min(id) FROM account_group WHERE seat_id = $1), 'Feed ' || n, 'ACTIVE',
     'https://example.com', 1, 'UTC', 'USD', 0, '{}'
   FROM generate_series(0, 1) AS n`,
  `INSERT INTO product (advertiser_id, id, data)
   SELECT ${FEED_ADVERTISER}, 'p' || n, jsonb_build_object('id', 'p' || n) FROM generate_series(1, ${PRODUCTS}) AS n`,
  `INSERT INTO product_feed (advertiser_id, version, products, loaded_at)
   VALUES (${FEED_ADVERTISER}, 1, ${PRODUCTS}, now())`,
  `INSERT INTO campaign (seat_id, advertiser_id, name)
   SELECT seat_id, id, 'Campaign ' || n
   FROM advertiser, generate_series(1, ${CAMPAIGNS / ADVERTISERS}) AS n
   WHERE seat_id = $1 AND advertiser.id < ${FEED_ADVERTISER}`,
  `INSERT INTO line (seat_id, advertiser_id, campaign_id, name, status, bid_price, goal_amount, language, objective)
   SELECT seat_id, advertiser_id, id, repeat('Line ', 40) || md5(id || '-' || n), 'PAUSED', random() * 9, n, 'en', 'CPC'
   FROM campaign, generate_series(1, ${LINES / CAMPAIGNS}) AS n WHERE seat_id = $1`,
  // Texts of one letter take longest to be searched for one that ends otherwise.
  `INSERT INTO creative (seat_id, advertiser_id, name, landing_url, description, media_type)
   SELECT seat_id, id, repeat('⁗', 255), 'https://e.com/' || repeat('a', 2000), repeat('a', 2000), 'NATIVE'
   FROM advertiser, generate_series(1, ${CREATIVES / ADVERTISERS}) AS n
   WHERE seat_id = $1 AND advertiser.id < ${FEED_ADVERTISER}`,
  `INSERT INTO change (seat_id, resource, resource_id, action, user_id, client_id, request_id, fields)
   SELECT $1, 'Line', 1 + n % ${LINES}, 'UPDATE', 1, 'c', 'r' || n,
     jsonb_build_array(jsonb_build_object('path', 'name', 'before', 'a' || n, 'after', 'b' || n))
   FROM generate_series(1, ${CHANGES}) AS n`,
];
