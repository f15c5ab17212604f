import type { World } from './fill.ts';
import { mixes } from './mixes.ts';
import type { Question } from './question.ts';

const SCHEDULES = `(SELECT coalesce(json_agg(json_build_object('id', s.id, 'startDate', s.start_date, 'endDate', s.end_date) ORDER BY s.id), '[]')
  FROM ad_schedule s WHERE s.ad_id = d.id)`;
const ADS = `(SELECT coalesce(json_agg(json_build_object('id', 'Ad:' || d.id, 'status', d.status, 'schedules', ${SCHEDULES}) ORDER BY d.id), '[]')
  FROM (SELECT * FROM ad WHERE ad.line_id = l.id AND ad.seat_id = $1 ORDER BY id LIMIT 5) d)`;
const LINES = `(SELECT coalesce(json_agg(json_build_object('id', 'Line:' || l.id, 'name', l.name, 'status', l.status,
    'bidPrice', l.bid_price, 'ads', ${ADS}) ORDER BY l.id), '[]')
  FROM (SELECT * FROM line WHERE line.advertiser_id = a.id AND line.seat_id = $1 ORDER BY id LIMIT 10) l)`;

export function questions(world: World): Question[] {
  const { seatId, advertiserId, crowdedId, campaignId } = world;
  return [
    {
      key: 'A',
      title: 'a page of 20 advertisers with all below',
      call: {
        query: `query A { advertisers(first: 20) { nodes { id name status lines(first: 10) { nodes {
        id name status bidPrice ads(first: 5) { nodes { id status schedules { id startDate endDate } } } } } } } }`,
        variables: {},
      },
      sql: `SELECT json_agg(json_build_object('id', 'Advertiser:' || a.id, 'name', a.name, 'status', a.status,
          'lines', ${LINES}) ORDER BY a.id) AS data
        FROM (SELECT * FROM advertiser WHERE seat_id = $1 ORDER BY id LIMIT 20) a`,
      values: [seatId],
    },
    {
      key: 'B',
      title: 'one advertiser by id',
      call: {
        query: `query B($id: ID!) { advertiser(id: $id) { id name status landingPageUrl timezone currency billingPrice
        isCrossdeviceOff updatedAt } }`,
        variables: { id: `Advertiser:${advertiserId}` },
      },
      sql: `SELECT json_build_object('id', 'Advertiser:' || a.id, 'name', a.name, 'status', a.status,
          'landingPageUrl', a.landing_page_url, 'timezone', a.timezone, 'currency', a.currency,
          'billingPrice', a.billing_price, 'isCrossdeviceOff', a.is_crossdevice_off, 'updatedAt', a.updated_at) AS data
        FROM advertiser a WHERE a.seat_id = $1 AND a.id = $2`,
      values: [seatId, advertiserId],
    },
    {
      key: 'C',
      title: '100 lines with their advertiser',
      call: {
        query: `query C { advertisers(first: 10) { nodes { lines(first: 10) { nodes {
        id name status bidPrice advertiser { id name } } } } } }`,
        variables: {},
      },
      sql: `SELECT json_agg(json_build_object('id', 'Line:' || l.id, 'name', l.name, 'status', l.status,
          'bidPrice', l.bid_price, 'advertiser', json_build_object('id', 'Advertiser:' || a.id, 'name', a.name))
          ORDER BY a.id, l.id) AS data
        FROM (SELECT * FROM advertiser WHERE seat_id = $1 ORDER BY id LIMIT 10) a
        CROSS JOIN LATERAL (SELECT * FROM line WHERE line.advertiser_id = a.id AND line.seat_id = $1
          ORDER BY id LIMIT 10) l`,
      values: [seatId],
    },
    {
      key: 'D',
      title: '100 lines of a campaign over REST',
      call: { path: `/traffic/lines?orderId=${campaignId}&limit=100` },
      sql: `SELECT json_build_object('response', json_agg(json_build_object(${LINE_COLUMNS},
          'schedules', (SELECT coalesce(json_agg(json_build_object('id', s.id, 'budget', s.budget,
            'dailyBudgetType', s.daily_budget_type, 'startDateStr', s.start_date, 'endDateStr', s.end_date) ORDER BY s.id), '[]')
            FROM line_schedule s WHERE s.line_id = l.id),
          'feeList', (SELECT coalesce(json_agg(json_build_object('id', f.id, 'name', f.name) ORDER BY f.id), '[]')
            FROM line_fee f WHERE f.line_id = l.id),
          'conversionList', (SELECT coalesce(json_agg(json_build_object('id', v.id, 'name', v.name) ORDER BY v.id), '[]')
            FROM line_conversion v WHERE v.line_id = l.id)) ORDER BY l.id), 'errors', null, 'timeStamp', now()) AS data
        FROM (SELECT * FROM line WHERE seat_id = $1 AND campaign_id = $2 ORDER BY id LIMIT 100) l`,
      values: [seatId, campaignId],
    },
    {
      key: 'E',
      title: '25 of 10,000 lines, filtered and ordered by name',
      call: {
        query: `query E($id: ID!) { advertiser(id: $id) { lines(first: 25, orderBy: {field: NAME}, filter: {query: "7a"}) {
          totalCount nodes { id name status advertiser { id name }
            schedules { id budget startDate endDate } } } } }`,
        variables: { id: `Advertiser:${crowdedId}` },
      },
      sql: `SELECT json_build_object(
          'totalCount', (SELECT count(*) FROM line WHERE seat_id = $1 AND advertiser_id = $2 AND name ILIKE '%7a%'),
          'nodes', json_agg(json_build_object('id', 'Line:' || l.id, 'name', l.name, 'status', l.status,
            'advertiser', (SELECT json_build_object('id', 'Advertiser:' || a.id, 'name', a.name)
              FROM advertiser a WHERE a.id = l.advertiser_id),
            'schedules', (SELECT coalesce(json_agg(json_build_object('id', s.id, 'budget', s.budget,
              'startDate', s.start_date, 'endDate', s.end_date) ORDER BY s.id), '[]')
              FROM line_schedule s WHERE s.line_id = l.id)) ORDER BY l.name, l.id)) AS data
        FROM (SELECT * FROM line WHERE seat_id = $1 AND advertiser_id = $2 AND name ILIKE '%7a%'
          ORDER BY name, id LIMIT 25) l`,
      values: [seatId, crowdedId],
    },
    ...mixes(world),
  ];
}

const LINE_COLUMNS = [
  ...['id', 'name', 'status', 'language', 'objective'].map((column) => [column, column]),
  ...[
    ['orderId', 'campaign_id'],
    ['advertiserId', 'advertiser_id'],
    ['isNativeEnabled', 'is_native_enabled'],
    ['supplyType', 'supply_type'],
    ['mediaType', 'media_type'],
    ['goalType', 'goal_type'],
    ['goalModeType', 'goal_mode_type'],
    ['pacingModeType', 'pacing_mode_type'],
    ['billingMethodType', 'billing_method_type'],
    ['marginType', 'margin_type'],
    ['budgetType', 'budget_type'],
    ['dailyBudgetType', 'daily_budget_type'],
    ['bidPrice', 'bid_price'],
    ['goalAmount', 'goal_amount'],
    ['maxGoal', 'max_goal'],
    ['marginGoal', 'margin_goal'],
    ['billingPrice', 'billing_price'],
    ['completionThreshold', 'completion_threshold'],
    ['updatedAt', 'updated_at'],
  ],
]
  .map(([name, column]) => `'${name}', l.${column}`)
  .join(', ');
