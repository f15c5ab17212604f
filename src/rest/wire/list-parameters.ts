import type { DomainContext } from '../../domain/context.ts';
import type { Divergence } from './divergence.ts';

type Query = Readonly<Record<string, string>>;

interface Names {
  /** The documented parameter for each observed one. */
  readonly parameters?: Query;
  /** The documented field to sort by for each observed one. */
  readonly sort?: Query;
}

const OWNED: Names = {
  parameters: { advertiserId: 'accountId' },
  sort: { accountId: 'advertiserId' },
};

/** By path below /traffic. */
const NAMES: Readonly<Record<string, Names>> = {
  '/lines': { parameters: { campaignId: 'orderId' }, sort: { campaignId: 'orderId' } },
  '/campaigns': { ...OWNED, sort: { ...OWNED.sort, campaignName: 'name' } },
  '/pixels': OWNED,
  '/beacons': { ...OWNED, sort: { ...OWNED.sort, pixelId: 'id' } },
  '/creatives': { ...OWNED, sort: { ...OWNED.sort, landingPageUrl: 'landingUrl' } },
  '/sitelists': { parameters: { advertiserId: 'accountId' }, sort: { advertiserId: 'accountId' } },
};

/**
 * Returns the query of a call with the names of the domain. `status` and `offset` are parameters of the observed
 * profile only: other clients get what they get without them.
 */
export function listQuery(ctx: DomainContext, path: string, query: Query): Query {
  if (ctx.actor.wire !== 'observed') {
    if (query.status === undefined && query.offset === undefined) return query;
    const { status: _status, offset: _offset, ...documented } = query;
    return documented;
  }
  const names = Object.hasOwn(NAMES, path) ? NAMES[path] : undefined;
  const renamed = Object.entries(names?.parameters ?? {}).flatMap(([observed, documented]) =>
    query[observed] === undefined || query[documented] !== undefined
      ? []
      : [[documented, query[observed]] as const],
  );
  const sort =
    names?.sort && Object.hasOwn(names.sort, query.sort ?? '') ? names.sort[query.sort ?? ''] : undefined;
  return { ...query, ...Object.fromEntries(renamed), ...(sort !== undefined && { sort }) };
}

/** Whether a list of lines without `orderId` is that of the seat. */
export const listsLinesOfSeat = ({ actor }: DomainContext): boolean => actor.wire === 'observed';

export const listParameters: Divergence = {
  name: 'List parameters',
  differs:
    '`GET /traffic/lines` without `orderId` lists the lines of the seat. Lists that have a `status` accept it as a filter: one status or several, separated by commas, in any case. `offset` is the number of elements to skip; `page` is ignored next to it. `sort` accepts the names that the answers have. `campaignId` can be sent for `orderId`, and `advertiserId` for `accountId`.',
  sentBy:
    'The Python clients: one asks for lines without a campaign, another pages with `limit` and `offset` and asks for a status.',
  example: {
    documented: 'GET /traffic/lines  400 orderId is required',
    observed: 'GET /traffic/lines?status=ACTIVE&limit=100&offset=100  200 {"response": [{"id": 101, … }]}',
  },
};
