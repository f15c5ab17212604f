import type { ColumnSql } from '../resource/definition.ts';

/**
 * The deals that an advertiser can target: its account group is named, or none is; and it is in `accounts`
 * or, where those are excluded, is not.
 */
export function dealsOfAdvertiser(deal: ColumnSql, advertiser: ColumnSql): string {
  const [group, groups] = [deal('accountGroupId'), deal('accountGroups')];
  const own = advertiser('accountGroupId');
  return `(${group} = ${own} OR ${own} = ANY(${groups}) OR (${group} IS NULL AND ${groups} = '{}'))
      AND (${advertiser('id')} = ANY(${deal('accounts')})) <> ${deal('accountIsExcluded')}`;
}
