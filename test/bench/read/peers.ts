import { existsSync } from 'node:fs';
import type { World } from './fill.ts';
import type { Question } from './question.ts';

/** Another GraphQL server over the same tables. */
export interface Peer {
  readonly name: string;
  readonly file: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The queries in its own schema, aliased to our field names. */
  readonly call: Partial<Record<Question['key'], { query: string; variables: Record<string, unknown> }>>;
}

/** Those that are installed. */
export function peers(world: World): Peer[] {
  if (existsSync(new URL('postgraphile/node_modules', import.meta.url)))
    return [jsonAgg(world), postgraphile(world)];
  console.log('PostGraphile is left out: npm ci --ignore-scripts --prefix test/bench/read/postgraphile');
  return [jsonAgg(world)];
}

function jsonAgg({ seatId, advertiserId, crowdedId }: World): Peer {
  const byId = 'order_by: {id: asc}';
  const where = 'where: {name: {_ilike: "%7a%"}}';
  return {
    name: 'json_agg',
    file: 'json-agg-server.ts',
    headers: { 'x-hasura-seat-id': String(seatId) },
    call: {
      A: {
        query: `query A { advertisers: advertiser(limit: 20, ${byId}) { id name status lines(limit: 10, ${byId}) {
          id name status bidPrice: bid_price ads(limit: 5, ${byId}) { id status schedules: ad_schedules(${byId}) {
          id startDate: start_date endDate: end_date } } } } }`,
        variables: {},
      },
      B: {
        query: `query B($id: Int!) { advertiser: advertiser_by_pk(id: $id) { id name status
          landingPageUrl: landing_page_url timezone currency billingPrice: billing_price
          isCrossdeviceOff: is_crossdevice_off updatedAt: updated_at } }`,
        variables: { id: advertiserId },
      },
      C: {
        query: `query C { advertisers: advertiser(limit: 10, ${byId}) { lines(limit: 10, ${byId}) {
          id name status bidPrice: bid_price advertiser { id name } } } }`,
        variables: {},
      },
      E: {
        query: `query E($id: Int!) { advertiser: advertiser_by_pk(id: $id) {
          lines_aggregate(${where}) { aggregate { totalCount: count } }
          lines(limit: 25, order_by: [{name: asc}, {id: asc}], ${where}) { id name status advertiser { id name }
            schedules: line_schedules(${byId}) { id budget startDate: start_date endDate: end_date } } } }`,
        variables: { id: crowdedId },
      },
    },
  };
}

function postgraphile({ advertiserId, crowdedId }: World): Peer {
  return {
    name: 'PostGraphile',
    file: 'postgraphile-server.ts',
    headers: {},
    call: {
      A: {
        query: `query A { advertisers: allAdvertisers(first: 20) { nodes { id: rowId name status
          lines: trafficLinesByAdvertiserId(first: 10) { nodes { id: rowId name status bidPrice
          ads: adsByLineId(first: 5) { nodes { id: rowId status schedules: adSchedulesByAdId { nodes {
          id: rowId startDate endDate } } } } } } } } }`,
        variables: {},
      },
      B: {
        query: `query B($id: Int!) { advertiser: advertiserByRowId(rowId: $id) { id: rowId name status landingPageUrl
          timezone currency billingPrice isCrossdeviceOff updatedAt } }`,
        variables: { id: advertiserId },
      },
      C: {
        query: `query C { advertisers: allAdvertisers(first: 10) { nodes {
          lines: trafficLinesByAdvertiserId(first: 10) { nodes { id: rowId name status bidPrice
          advertiser: advertiserByAdvertiserId { id: rowId name } } } } } }`,
        variables: {},
      },
      E: {
        query: `query E($id: Int!) { advertiser: advertiserByRowId(rowId: $id) {
          lines: trafficLinesByAdvertiserId(first: 25, orderBy: [NAME_ASC, ROW_ID_ASC], filter: {name: {includesInsensitive: "7a"}}) {
            totalCount nodes { id: rowId name status advertiser: advertiserByAdvertiserId { id: rowId name }
            schedules: lineSchedulesByLineId { nodes { id: rowId budget startDate endDate } } } } } }`,
        variables: { id: crowdedId },
      },
    },
  };
}
