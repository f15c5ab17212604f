import type { ColumnSql } from '../../../resources/define/resource.ts';

/**
 * The deals that an advertiser can target: those that name its account group or none, and whose `accounts`
 * include the advertiser or, if `accountIsExcluded` is true, do not.
 */
export function dealsOfAdvertiser(deal: ColumnSql, advertiser: ColumnSql): string {
  const [group, groups] = [deal('accountGroupId'), deal('accountGroups')];
  const own = advertiser('accountGroupId');
  return `(${group} = ${own} OR ${own} = ANY(${groups}) OR (${group} IS NULL AND ${groups} = '{}'))
      AND (${advertiser('id')} = ANY(${deal('accounts')})) <> ${deal('accountIsExcluded')}`;
}
