import { DEFAULT_EVENTS_PER_SECOND } from '../../../src/domain/events/event/admission.ts';
import type { World } from './fill.ts';
import type { Question } from './question.ts';

/** Question F: what is more than rows of tables, each with what a statement by hand would have of it. */
export function mixes({ seatId, advertiserId, crowdedId, campaignId, mixedId }: World): Question[] {
  const advertisers = before(crowdedId, 50);
  // The campaign of the crowded advertiser is between them and this one.
  const campaigns = before(campaignId - 1, 50);
  const ofMixed = { id: `Campaign:${mixedId}` };
  const lines = `(SELECT * FROM line WHERE seat_id = $1 AND campaign_id = $2 ORDER BY id LIMIT 20) l`;
  return [
    {
      key: 'F1',
      title: '20 lines with targeting, multipliers, history and extra',
      call: {
        query: `query F1($id: ID!) { campaign(id: $id) { lines(first: 20) { nodes { id name extra
          targeting { types { name isTargeted } geos { woeid type name } }
          bidMultipliers(first: 5) { nodes { targetType targetValue multiplier } }
          history(first: 3) { nodes { action requestId fields { path after before } } } } } } }`,
        variables: ofMixed,
      },
      sql: `SELECT json_agg(json_build_object('id', 'Line:' || l.id, 'name', l.name, 'extra', l.extra,
          'types', ${listOf(`'name', t.name, 'isTargeted', t.is_targeted`, 'line_target_type t WHERE t.line_id = l.id AND t.is_targeted', 't.name')},
          'geos', ${listOf(`'woeid', p.woeid, 'type', p.type, 'name', p.name`, 'line_geo g JOIN location p USING (woeid) WHERE g.line_id = l.id AND NOT g.excluded', 'p.woeid')},
          'bidMultipliers', ${listOf(
            `'targetType', m.target_type, 'targetValue', m.target_value, 'multiplier', m.multiplier`,
            '(SELECT * FROM bid_multiplier WHERE line_id = l.id ORDER BY id LIMIT 5) m',
            'm.id',
          )},
          'history', ${listOf(
            `'action', h.action, 'requestId', h.request_id, 'fields', h.fields`,
            `(SELECT * FROM change WHERE seat_id = $1 AND resource = 'Line' AND resource_id = l.id ORDER BY id DESC LIMIT 3) h`,
            'h.id DESC',
          )}) ORDER BY l.id) AS data FROM ${lines}`,
      values: [seatId, mixedId],
    },
    {
      key: 'F2',
      title: '20 advertisers with deals and event rates',
      call: {
        query: `query F2 { advertisers(first: 20) { nodes { id name deals(first: 5) { nodes { id name } } eventRate { limit used } } } }`,
        variables: {},
      },
      sql: `SELECT json_agg(json_build_object('id', 'Advertiser:' || a.id, 'name', a.name,
          'deals', ${listOf(
            `'id', 'Deal:' || d.id, 'name', d.name`,
            `(SELECT * FROM deal WHERE seat_id = $1 AND (account_group_id = a.account_group_id
              OR a.account_group_id = ANY(account_groups) OR account_group_id IS NULL AND account_groups = '{}')
              AND (a.id = ANY(accounts)) <> account_is_excluded ORDER BY id LIMIT 5) d`,
            'd.id',
          )},
          'limit', coalesce((SELECT events_per_sec FROM advertiser_quota q WHERE q.advertiser_id = a.id), ${DEFAULT_EVENTS_PER_SECOND}),
          'used', coalesce((SELECT sum(events) FROM event_rate r, unnest(r.at, r.count) AS used(moment, events)
            WHERE r.advertiser_id = a.id AND moment > extract(epoch FROM now()) * 1000 - 1000), 0)) ORDER BY a.id) AS data
        FROM (SELECT * FROM advertiser WHERE seat_id = $1 ORDER BY id LIMIT 20) a`,
      values: [seatId],
    },
    {
      key: 'F3',
      title: '20 lines with pacing',
      call: {
        query: `query F3($id: ID!) { campaign(id: $id) { lines(first: 20) { nodes {
          id name pacing { budget { amount currency } delivered { amount } } } } } }`,
        variables: ofMixed,
      },
      sql: `SELECT json_agg(json_build_object('id', 'Line:' || l.id, 'name', l.name, 'pacing', (SELECT json_build_object(
            'budget', json_build_object('amount', s.budget::numeric(38,6)::text, 'currency', a.currency),
            'delivered', json_build_object('amount', spent_by_line(l.id, l.advertiser_id, a.currency, s.start_date, now())::text))
          FROM line_schedule s WHERE s.line_id = l.id AND s.start_date <= now() AND now() < s.end_date)) ORDER BY l.id) AS data
        FROM ${lines} JOIN advertiser a ON a.id = l.advertiser_id`,
      values: [seatId, mixedId],
    },
    {
      key: 'F4',
      title: '300 advertisers, each by an alias',
      call: {
        query: `query F4 { ${aliases(crowdedId).join(' ')} }`,
        variables: {},
      },
      sql: `SELECT json_agg(json_build_object('id', 'Advertiser:' || a.id, 'name', a.name, 'status', a.status) ORDER BY a.id) AS data
        FROM advertiser a WHERE a.seat_id = $1 AND a.id = ANY($2::int[])`,
      values: [seatId, before(crowdedId, 300)],
    },
    {
      key: 'F5',
      title: '100 nodes of two types, by fragments',
      call: {
        query: `query F5($ids: [ID!]!) { nodes(ids: $ids) { id ...A ...C } }
          fragment A on Advertiser { name currency timezone billingPrice }
          fragment C on Campaign { name advertiser { id name } lines(first: 2) { nodes { id name } } }`,
        variables: {
          ids: [...advertisers.map((id) => `Advertiser:${id}`), ...campaigns.map((id) => `Campaign:${id}`)],
        },
      },
      sql: `SELECT json_agg(CASE w.type
          WHEN 'Advertiser' THEN (SELECT json_build_object('id', 'Advertiser:' || a.id, 'name', a.name, 'currency', a.currency,
            'timezone', a.timezone, 'billingPrice', a.billing_price) FROM advertiser a WHERE a.id = w.id AND a.seat_id = $1)
          ELSE (SELECT json_build_object('id', 'Campaign:' || c.id, 'name', c.name,
            'advertiser', (SELECT json_build_object('id', 'Advertiser:' || a.id, 'name', a.name) FROM advertiser a WHERE a.id = c.advertiser_id),
            'lines', ${listOf(
              `'id', 'Line:' || l.id, 'name', l.name`,
              '(SELECT * FROM line WHERE campaign_id = c.id AND seat_id = $1 ORDER BY id LIMIT 2) l',
              'l.id',
            )}) FROM campaign c WHERE c.id = w.id AND c.seat_id = $1) END ORDER BY n) AS data
        FROM unnest($2::text[], $3::int[]) WITH ORDINALITY AS w(type, id, n)`,
      values: [
        seatId,
        [...advertisers.map(() => 'Advertiser'), ...campaigns.map(() => 'Campaign')],
        [...advertisers, ...campaigns],
      ],
    },
    {
      key: 'F6',
      title: 'a dry run that answers a tree',
      call: {
        query: `mutation F6($input: CreateCampaignInput!) { createCampaign(input: $input, validateOnly: true) {
          ... on CreateCampaignPayload { campaign { name advertiser { id name lines(first: 10) { nodes {
            id name status bidPrice ads(first: 5) { nodes { id status schedules { id startDate endDate } } } } } } } } } }`,
        variables: { input: { advertiserId: `Advertiser:${advertiserId}`, name: 'Dry', status: 'ACTIVE' } },
      },
      sql: `SELECT json_build_object('name', 'Dry', 'advertiser', json_build_object('id', 'Advertiser:' || a.id, 'name', a.name,
          'lines', ${listOf(
            `'id', 'Line:' || l.id, 'name', l.name, 'status', l.status, 'bidPrice', l.bid_price, 'ads', ${listOf(
              `'id', 'Ad:' || d.id, 'status', d.status, 'schedules', ${listOf(
                `'id', s.id, 'startDate', s.start_date, 'endDate', s.end_date`,
                'ad_schedule s WHERE s.ad_id = d.id',
                's.id',
              )}`,
              '(SELECT * FROM ad WHERE ad.line_id = l.id AND ad.seat_id = $1 ORDER BY id LIMIT 5) d',
              'd.id',
            )}`,
            '(SELECT * FROM line WHERE line.advertiser_id = a.id AND line.seat_id = $1 ORDER BY id LIMIT 10) l',
            'l.id',
          )})) AS data FROM advertiser a WHERE a.seat_id = $1 AND a.id = $2`,
      values: [seatId, advertiserId],
      dryRun: [
        { sql: 'SELECT id FROM advertiser WHERE seat_id = $1 AND id = $2', values: [seatId, advertiserId] },
        {
          sql: `INSERT INTO campaign (seat_id, advertiser_id, name, status) VALUES ($1, $2, 'Dry', 'ACTIVE') RETURNING id`,
          values: [seatId, advertiserId],
        },
        {
          sql: `INSERT INTO change (seat_id, resource, resource_id, action, user_id, client_id, request_id, fields)
            VALUES ($1, 'Campaign', 1, 'CREATE', 0, 'bench', 'r', $2::jsonb)`,
          values: [seatId, JSON.stringify([{ path: 'name', after: 'Dry' }])],
        },
      ],
    },
    {
      key: 'F7',
      title: 'an event of 8 streams',
      call: {
        query: 'subscription F7 { seatChanges { action resourceId fields { path after before } } }',
        variables: {},
      },
      sql: `SELECT id, json_build_object('seatChanges', json_build_object('action', action,
          'resourceId', resource || ':' || resource_id, 'fields', fields)) AS data
        FROM change WHERE seat_id = $1 AND id > $2 ORDER BY id`,
      values: [seatId],
    },
  ];
}

const listOf = (members: string, from: string, order: string): string =>
  `(SELECT coalesce(json_agg(json_build_object(${members}) ORDER BY ${order}), '[]') FROM ${from})`;

/** IDs of advertisers follow each other. */
const before = (id: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => id - count + index);

const aliases = (crowdedId: number): string[] =>
  before(crowdedId, 300).map((id) => `a${id}: advertiser(id: "Advertiser:${id}") { id name status }`);
