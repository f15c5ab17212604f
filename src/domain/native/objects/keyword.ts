import { z } from 'zod';
import type { Keyword } from '../../../db/generated/prisma/client.ts';
import type { DomainContext } from '../../context.ts';
import { httpUrl, id, keptJson, oneOf, text } from '../../fields.ts';
import { bidSet, isBidSet, keywordBidProblem, keywordChannelProblem } from '../channels.ts';
import { type OccupiedKey, refuseDuplicates } from '../duplicates.ts';
import { inputsOf } from '../inputs.ts';
import { COMMON_COLUMNS, type NativeObject } from '../object.ts';
import { adGroupsById, checkAdvertisers, unknownParent } from '../references.ts';

const fields = {
  advertiserId: id('Advertiser').describe('The advertiser that owns it. Immutable.'),
  parentType: oneOf(['ADGROUP']).describe('The type of the parent. Always `ADGROUP`.'),
  parentId: id('AdGroup').describe('The ad group that the keyword belongs to. Immutable.'),
  value: text().describe('The search term.'),
  matchType: oneOf(['BROAD', 'PHRASE', 'EXACT'])
    .optional()
    .describe('The match type: `BROAD`, `PHRASE` or `EXACT`.'),
  exclude: oneOf(['TRUE', 'FALSE']).optional().describe('Whether matches are excluded: `TRUE` or `FALSE`.'),
  status: oneOf(['ACTIVE', 'PAUSED']).optional().describe('The status: `ACTIVE` or `PAUSED`.'),
  bidSet: bidSet().optional().describe('The keyword’s own bids, on channel `SEARCH`.'),
  landingUrl: httpUrl().optional().describe('The URL that a click leads to.'),
  adParamValues: keptJson(z.unknown()).optional().describe('The values of the ad parameters.'),
};

export const keywordObject: NativeObject<Keyword> = {
  name: 'keyword',
  resource: 'Keyword',
  table: 'keyword',
  columns: {
    ...COMMON_COLUMNS,
    parentType: 'parent_type',
    parentId: 'parent_id',
    value: 'value',
    matchType: 'match_type',
    exclude: 'exclude',
    bidSet: 'bid_set',
    landingUrl: 'landing_url',
    adParamValues: 'ad_param_values',
  },
  renamed: {},
  ...inputsOf(fields),
  defaults: { status: 'ACTIVE', matchType: 'BROAD', exclude: 'FALSE' },
  immutable: ['advertiserId', 'parentType', 'parentId'],
  parents: { parentId: 'parent_id', adGroupId: 'parent_id' },
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
};

/** A term stands once in an ad group for each way of matching; its case, as PostgreSQL folds it, does not count. */
async function keysOf(ctx: DomainContext, rows: readonly Keyword[]): Promise<OccupiedKey[]> {
  return await ctx.db.$queryRaw<OccupiedKey[]>`
    SELECT concat_ws(E'\n', asked.parent_id, asked.match_type, asked.exclude, lower(asked.value)) AS key, k.id AS owner
    FROM unnest(${rows.map(({ parentId }) => parentId)}::int[], ${rows.map(({ matchType }) => matchType)}::text[],
                ${rows.map(({ exclude }) => exclude)}::text[], ${rows.map(({ value }) => value)}::text[])
         WITH ORDINALITY AS asked(parent_id, match_type, exclude, value, place)
    LEFT JOIN keyword k ON k.status <> 'DELETED' AND lower(k.value) = lower(asked.value)
      AND (k.parent_id, k.match_type, k.exclude) = (asked.parent_id, asked.match_type, asked.exclude)
    ORDER BY place`;
}
