import { sql } from '../../../platform/database/connection/client.ts';
import type { TargetingAttribute } from '../../../platform/database/generated/prisma/client.ts';
import { isKeyOf } from '../../../platform/text/typed.ts';
import type { DomainContext } from '../../context.ts';
import { type OccupiedKey, refuseDuplicates } from '../batch/duplicates.ts';
import { type Draft, nativeObject } from '../batch/object.ts';
import { adGroupsById, campaignsById, checkAdvertisers, unknownParent } from '../batch/references.ts';
import { targetValueChecker } from '../batch/target-values.ts';
import { TARGETING_ATTRIBUTE } from './definition.ts';

export const targetingAttributeObject = nativeObject<TargetingAttribute>(TARGETING_ATTRIBUTE, {
  name: 'targetingattribute',
  defaults: { status: 'ACTIVE', exclude: 'FALSE' },
  immutable: ['advertiserId', 'parentType', 'parentId'],
  parents: { parentId: 'parentId' },
  async check({ ctx, drafts }) {
    await checkAdvertisers(ctx, drafts);
    await checkParents(ctx, drafts);
    const check = await targetValueChecker(
      ctx,
      drafts.map(({ row }) => row),
    );
    for (const { row, refusals } of drafts) {
      const problem = row.status === 'DELETED' ? undefined : check(row);
      if (problem) refusals.push({ path: 'value', message: 'Invalid attribute value', description: problem });
    }
    await refuseDuplicates({ drafts, keysOf: (rows) => keysOf(ctx, rows) });
  },
});

async function checkParents(ctx: DomainContext, drafts: readonly Draft<TargetingAttribute>[]): Promise<void> {
  const created = drafts.filter(({ before, row }) => !before && row.parentId !== undefined);
  const idsOf = (type: string) =>
    created.flatMap(({ row }) => (row.parentType === type ? [row.parentId] : []));
  const parents = {
    CAMPAIGN: await campaignsById(ctx, idsOf('CAMPAIGN')),
    ADGROUP: await adGroupsById(ctx, idsOf('ADGROUP')),
  };
  for (const { row, refusals } of created) {
    if (row.parentType === undefined || row.parentId === undefined) continue;
    const parent = isKeyOf(parents, row.parentType) ? parents[row.parentType].get(row.parentId) : undefined;
    if (parent?.advertiserId !== row.advertiserId || parent === undefined)
      refusals.push(unknownParent('parentId', 'parent', row.parentId));
  }
}

/** A value can exist once per type and parent. */
async function keysOf(ctx: DomainContext, rows: readonly TargetingAttribute[]): Promise<OccupiedKey[]> {
  return await sql<OccupiedKey>(ctx.db)`
    SELECT concat_ws(E'\n', requested.parent_type, requested.parent_id, requested.type, requested.value) AS key, a.id AS owner
    FROM unnest(${rows.map(({ parentType }) => parentType)}::text[], ${rows.map(({ parentId }) => parentId)}::int[],
                ${rows.map(({ type }) => type)}::text[], ${rows.map(({ value }) => value)}::text[])
         WITH ORDINALITY AS requested(parent_type, parent_id, type, value, place)
    LEFT JOIN targeting_attribute a ON a.status <> 'DELETED' AND (a.parent_type, a.parent_id, a.type, a.value) =
                                       (requested.parent_type, requested.parent_id, requested.type, requested.value)
    ORDER BY place`;
}
