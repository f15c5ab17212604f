import { sql } from '../../../platform/database/connection/client.ts';
import { isId } from '../../../resources/define/rows.ts';
import type { DomainContext } from '../../context.ts';
import type { Draft, ItemRefusal, NativeRow } from './object.ts';

/** The parents that items refer to. They are read with one query per table and locked until the call ends. */

export interface CampaignReference {
  readonly id: number;
  readonly advertiserId: number;
  readonly objective: string | null;
  readonly channel: string | null;
  readonly language: string | null;
}

interface AdGroupReference {
  readonly id: number;
  readonly advertiserId: number;
  readonly campaign: CampaignReference;
}

const idsOf = (ids: Iterable<unknown>): number[] => [
  ...new Set([...ids].filter((id): id is number => typeof id === 'number' && isId(id))),
];

export async function visibleAdvertiserIds(
  ctx: DomainContext,
  ids: Iterable<unknown>,
): Promise<ReadonlySet<number>> {
  const requested = idsOf(ids);
  if (requested.length === 0) return new Set();
  const rows = await sql<{ id: number }>(ctx.db)`
    SELECT id FROM advertiser WHERE id = ANY(${requested}::int[]) AND seat_id = ${ctx.seatId}`;
  return new Set(rows.map(({ id }) => id));
}

/** Returns campaigns of the caller's seat that are not deleted. */
export async function campaignsById(
  ctx: DomainContext,
  ids: Iterable<unknown>,
): Promise<ReadonlyMap<number, CampaignReference>> {
  const requested = idsOf(ids);
  if (requested.length === 0) return new Map();
  const rows = await sql<CampaignReference>(ctx.db)`
    SELECT id, advertiser_id AS "advertiserId", objective, channel, language FROM campaign
    WHERE id = ANY(${requested}::int[]) AND seat_id = ${ctx.seatId} AND status <> 'DELETED'
    ORDER BY id FOR SHARE`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns ad groups of the caller's seat, with their campaigns, unless they or their campaigns are deleted. */
export async function adGroupsById(
  ctx: DomainContext,
  ids: Iterable<unknown>,
): Promise<ReadonlyMap<number, AdGroupReference>> {
  const requested = idsOf(ids);
  if (requested.length === 0) return new Map();
  const rows = await sql<Omit<CampaignReference, 'id'> & { id: number; campaignId: number }>(ctx.db)`
    SELECT g.id, g.advertiser_id AS "advertiserId", g.campaign_id AS "campaignId",
           c.objective, c.channel, c.language
    FROM ad_group g JOIN campaign c ON c.id = g.campaign_id
    WHERE g.id = ANY(${requested}::int[]) AND g.seat_id = ${ctx.seatId}
      AND g.status <> 'DELETED' AND c.status <> 'DELETED'
    ORDER BY g.id FOR SHARE`;
  return new Map(
    rows.map(({ id, advertiserId, campaignId, ...traits }) => [
      id,
      { id, advertiserId, campaign: { id: campaignId, advertiserId, ...traits } },
    ]),
  );
}

/** Returns product sets of the caller's seat and the advertisers that own them. */
export async function productSetOwners(
  ctx: DomainContext,
  ids: Iterable<unknown>,
): Promise<ReadonlyMap<number, number>> {
  const requested = idsOf(ids);
  if (requested.length === 0) return new Map();
  const rows = await sql<{ id: number; advertiserId: number }>(ctx.db)`
    SELECT id, advertiser_id AS "advertiserId" FROM product_set
    WHERE id = ANY(${requested}::int[]) AND seat_id = ${ctx.seatId}`;
  return new Map(rows.map(({ id, advertiserId }) => [id, advertiserId]));
}

/** Refuses new items unless they name an advertiser of the caller's seat. */
export async function checkAdvertisers<Row extends NativeRow>(
  ctx: DomainContext,
  drafts: readonly Draft<Row>[],
): Promise<void> {
  const created = drafts.filter(({ before, row }) => !before && row.advertiserId !== undefined);
  const known = await visibleAdvertiserIds(
    ctx,
    created.map(({ row }) => row.advertiserId),
  );
  for (const { row, refusals } of created)
    if (!known.has(row.advertiserId ?? 0)) refusals.push(unknownAdvertiser(row.advertiserId ?? 0));
}

const unknownAdvertiser = (id: number): ItemRefusal => ({
  path: 'advertiserId',
  message: 'Invalid advertiser id',
  description: `There is no advertiser ${id}`,
});

/** Parents that are unknown, deleted, of another seat or of another advertiser are refused with the same message. */
export const unknownParent = (path: string, resource: string, id: number): ItemRefusal => ({
  path,
  message: `Invalid ${resource} id`,
  description: `The advertiser has no ${resource} ${id}`,
});
