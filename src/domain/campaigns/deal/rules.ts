import type { Problems } from '../../../resources/define/input.ts';
import { isId } from '../../../resources/define/rows.ts';
import type { DomainContext } from '../../context.ts';
import { checkAdvertisers } from '../advertiser/reference.ts';

/** A deal can only name advertisers and account groups of the caller's seat. */
export async function checkAccounts(options: {
  ctx: DomainContext;
  problems: Problems;
  accounts?: readonly number[] | undefined;
  accountGroupId?: number | null | undefined;
  accountGroups?: readonly number[] | undefined;
}): Promise<void> {
  const { ctx, problems, accounts, accountGroupId, accountGroups = [] } = options;
  await checkAdvertisers({ ctx, problems, path: 'accounts', ids: accounts });
  const groups = [
    ...(accountGroupId == null ? [] : [{ path: 'accountGroupId', id: accountGroupId }]),
    ...accountGroups.map((id, index) => ({ path: `accountGroups[${index}]`, id })),
  ];
  if (groups.length === 0) return;
  const found = await ctx.db.accountGroup.findMany({
    where: { seatId: ctx.seatId, id: { in: groups.map(({ id }) => id).filter(isId) } },
    select: { id: true },
  });
  const known = new Set(found.map(({ id }) => id));
  for (const { path, id } of groups)
    if (!known.has(id)) problems.add(path, 'must be the ID of an account group of this seat');
}

/** Removes repeated IDs and preserves the order. */
export function distinct<Lists extends { accounts?: number[]; accountGroups?: number[] }>(fields: Lists) {
  const { accounts, accountGroups } = fields;
  return {
    ...(accounts && { accounts: [...new Set(accounts)] }),
    ...(accountGroups && { accountGroups: [...new Set(accountGroups)] }),
  };
}
