import { sql } from '../../../platform/database/connection/client.ts';
import type { Keyword } from '../../../platform/database/generated/prisma/client.ts';
import type { DomainContext } from '../../context.ts';
import { isBidSet, keywordBidProblem, keywordChannelProblem } from '../batch/channels.ts';
import { type OccupiedKey, refuseDuplicates } from '../batch/duplicates.ts';
import { nativeObject } from '../batch/object.ts';
import { adGroupsById, checkAdvertisers, unknownParent } from '../batch/references.ts';
import { KEYWORD } from './definition.ts';

export const keywordObject = nativeObject<Keyword>(KEYWORD, {
  name: 'keyword',
  defaults: { status: 'ACTIVE', matchType: 'BROAD', exclude: 'FALSE' },
  immutable: ['advertiserId', 'parentType', 'parentId'],
  parents: { parentId: 'parentId', adGroupId: 'parentId' },
  async check({ ctx, drafts }) {
    await checkAdvertisers(ctx, drafts);
    const groups = await adGroupsById(
      ctx,
      drafts.map(({ row }) => row.parentId),
    );
    for (const { before, row, named, refusals } of drafts) {
      const bids = named.has('bidSet') && isBidSet(row.bidSet) && keywordBidProblem(row.bidSet);
      if (bids) refusals.push(bids);
      if (before || row.parentId === undefined) continue;
      const group = groups.get(row.parentId);
      if (!group || group.advertiserId !== row.advertiserId) {
        refusals.push(unknownParent('parentId', 'parent', row.parentId));
        continue;
      }
      const mismatch = keywordChannelProblem(group.campaign);
      if (mismatch) refusals.push(mismatch);
    }
    await refuseDuplicates({ drafts, keysOf: (rows) => keysOf(ctx, rows) });
  },
});

/** A term can exist once per ad group and match type, ignoring case as PostgreSQL's `lower` does. */
async function keysOf(ctx: DomainContext, rows: readonly Keyword[]): Promise<OccupiedKey[]> {
  return await sql<OccupiedKey>(ctx.db)`
    SELECT concat_ws(E'\n', requested.parent_id, requested.match_type, requested.exclude, lower(requested.value)) AS key, k.id AS owner
    FROM unnest(${rows.map(({ parentId }) => parentId)}::int[], ${rows.map(({ matchType }) => matchType)}::text[],
                ${rows.map(({ exclude }) => exclude)}::text[], ${rows.map(({ value }) => value)}::text[])
         WITH ORDINALITY AS requested(parent_id, match_type, exclude, value, place)
    LEFT JOIN keyword k ON k.status <> 'DELETED' AND lower(k.value) = lower(requested.value)
      AND (k.parent_id, k.match_type, k.exclude) = (requested.parent_id, requested.match_type, requested.exclude)
    ORDER BY place`;
}
