import { z } from 'zod';
import type { TargetingAttribute } from '../../../db/generated/prisma/client.ts';
import type { DomainContext } from '../../context.ts';
import { id, oneOf, text, token } from '../../fields.ts';
import { defineInput } from '../../input.ts';
import { refuseDuplicates } from '../duplicates.ts';
import { COMMON_COLUMNS, type Draft, type NativeObject, READ_ONLY } from '../object.ts';
import { adGroupsById, campaignsById, checkAdvertisers, unknownParent } from '../references.ts';
import { targetValueChecker } from '../target-values.ts';

const fields = {
  advertiserId: id('Advertiser').describe('Its advertiser; never changes.'),
  parentType: oneOf(['CAMPAIGN', 'ADGROUP']).describe('CAMPAIGN or ADGROUP.'),
  parentId: z
    .int('must be an integer ID')
    .min(1, 'must be a positive ID')
    .meta({ kind: 'id' })
    .describe('The campaign or ad group; never changes.'),
  type: token().describe('Such as WOEID, DEVICE, SITE_X_DEVICE or SITE_GROUP_X_DEVICE.'),
  value: text().describe('A value of that type.'),
  status: oneOf(['ACTIVE', 'PAUSED']).optional().describe('ACTIVE or PAUSED.'),
  exclude: oneOf(['TRUE', 'FALSE']).optional().describe('TRUE keeps what matches away.'),
};

export const targetingAttributeObject: NativeObject<TargetingAttribute> = {
  name: 'targetingattribute',
  resource: 'TargetingAttribute',
  table: 'targeting_attribute',
  columns: {
    ...COMMON_COLUMNS,
    parentType: 'parent_type',
    parentId: 'parent_id',
    type: 'type',
    value: 'value',
    exclude: 'exclude',
  },
  renamed: {},
  create: defineInput({ fields: z.object(fields), readOnly: READ_ONLY }),
  update: defineInput({
    fields: z
      .object({
        ...fields,
        status: oneOf(['ACTIVE', 'PAUSED', 'DELETED']).describe('ACTIVE, PAUSED or DELETED.'),
      })
      .partial(),
    readOnly: READ_ONLY,
  }),
  defaults: { status: 'ACTIVE', exclude: 'FALSE' },
  immutable: ['advertiserId', 'parentType', 'parentId'],
  parents: { parentId: 'parent_id' },
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
    await refuseDuplicates({ drafts, keyOf, stored: (rows) => storedKeys(ctx, rows) });
  },
};

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
    const parent = parents[row.parentType as keyof typeof parents].get(row.parentId);
    if (parent?.advertiserId !== row.advertiserId || parent === undefined)
      refusals.push(unknownParent('parentId', 'parent', row.parentId));
  }
}

function keyOf({
  parentType,
  parentId,
  type,
  value,
  status,
}: Partial<TargetingAttribute>): string | undefined {
  return status === 'DELETED' ? undefined : [parentType, parentId, type, value].join('\n');
}

async function storedKeys(
  ctx: DomainContext,
  rows: readonly TargetingAttribute[],
): Promise<Map<string, number>> {
  const found = await ctx.db.$queryRaw<TargetingAttribute[]>`
    SELECT a.id, a.parent_type AS "parentType", a.parent_id AS "parentId", a.type, a.value
    FROM targeting_attribute a
    JOIN unnest(${rows.map(({ parentType }) => parentType)}::text[],
                ${rows.map(({ parentId }) => parentId)}::int[],
                ${rows.map(({ type }) => type)}::text[],
                ${rows.map(({ value }) => value)}::text[]) AS asked(parent_type, parent_id, type, value)
      ON (a.parent_type, a.parent_id, a.type, a.value) =
         (asked.parent_type, asked.parent_id, asked.type, asked.value)
    WHERE a.status <> 'DELETED'`;
  return new Map(found.map((row) => [keyOf(row) ?? '', row.id]));
}
