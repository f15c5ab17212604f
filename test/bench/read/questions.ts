/** What `npm run bench:read` asks, once in GraphQL and once as the SQL one would write by hand. */
export interface Question {
  readonly key: 'A' | 'B' | 'C';
  readonly title: string;
  readonly query: string;
  readonly variables: Record<string, unknown>;
  /** One statement that answers one row with one column, `data`. */
  readonly sql: string;
  readonly values: readonly unknown[];
}

const SCHEDULES = `(SELECT coalesce(json_agg(json_build_object('id', s.id, 'startDate', s.start_date, 'endDate', s.end_date) ORDER BY s.id), '[]')
  FROM ad_schedule s WHERE s.ad_id = d.id)`;
const ADS = `(SELECT coalesce(json_agg(json_build_object('id', 'Ad:' || d.id, 'status', d.status, 'schedules', ${SCHEDULES}) ORDER BY d.id), '[]')
  FROM (SELECT * FROM ad WHERE ad.line_id = l.id AND ad.seat_id = $1 ORDER BY id LIMIT 5) d)`;
const LINES = `(SELECT coalesce(json_agg(json_build_object('id', 'Line:' || l.id, 'name', l.name, 'status', l.status,
    'bidPrice', l.bid_price, 'ads', ${ADS}) ORDER BY l.id), '[]')
  FROM (SELECT * FROM line WHERE line.advertiser_id = a.id AND line.seat_id = $1 ORDER BY id LIMIT 10) l)`;

export function questions(seatId: number, advertiserId: number): Question[] {
  return [
    {
      key: 'A',
      title: 'a page of 20 advertisers with all below',
      query: `query A { advertisers(first: 20) { nodes { id name status lines(first: 10) { nodes {
        id name status bidPrice ads(first: 5) { nodes { id status schedules { id startDate endDate } } } } } } } }`,
      variables: {},
      sql: `SELECT json_agg(json_build_object('id', 'Advertiser:' || a.id, 'name', a.name, 'status', a.status,
          'lines', ${LINES}) ORDER BY a.id) AS data
        FROM (SELECT * FROM advertiser WHERE seat_id = $1 ORDER BY id LIMIT 20) a`,
      values: [seatId],
    },
    {
      key: 'B',
      title: 'one advertiser by id',
      query: `query B($id: ID!) { advertiser(id: $id) { id name status landingPageUrl timezone currency billingPrice
        isCrossdeviceOff updatedAt } }`,
      variables: { id: `Advertiser:${advertiserId}` },
      sql: `SELECT json_build_object('id', 'Advertiser:' || a.id, 'name', a.name, 'status', a.status,
          'landingPageUrl', a.landing_page_url, 'timezone', a.timezone, 'currency', a.currency,
          'billingPrice', a.billing_price, 'isCrossdeviceOff', a.is_crossdevice_off, 'updatedAt', a.updated_at) AS data
        FROM advertiser a WHERE a.seat_id = $1 AND a.id = $2`,
      values: [seatId, advertiserId],
    },
    {
      key: 'C',
      title: '100 lines with their advertiser',
      query: `query C { advertisers(first: 10) { nodes { lines(first: 10) { nodes {
        id name status bidPrice advertiser { id name } } } } } }`,
      variables: {},
      sql: `SELECT json_agg(json_build_object('id', 'Line:' || l.id, 'name', l.name, 'status', l.status,
          'bidPrice', l.bid_price, 'advertiser', json_build_object('id', 'Advertiser:' || a.id, 'name', a.name))
          ORDER BY l.id) AS data
        FROM (SELECT * FROM advertiser WHERE seat_id = $1 ORDER BY id LIMIT 10) a
        CROSS JOIN LATERAL (SELECT * FROM line WHERE line.advertiser_id = a.id AND line.seat_id = $1
          ORDER BY id LIMIT 10) l`,
      values: [seatId],
    },
  ];
}
