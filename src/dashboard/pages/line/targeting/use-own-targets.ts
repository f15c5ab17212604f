import { useRead } from '../../../api/use-read.ts';
import { DashboardLineListsDocument } from '../../../generated/graphql.ts';
import type { NameOf } from './targeting-text.ts';

/** What an advertiser has that its lines can target or block. */
export function useOwnTargets(advertiserId: string) {
  const { data } = useRead(DashboardLineListsDocument, { id: advertiserId }).result;
  const productSets = data?.advertiser?.productSets.nodes ?? [];
  const nameOf: NameOf = (id) => productSets.find(({ databaseId }) => databaseId === id)?.name;
  return {
    isThere: data !== undefined,
    lists: data?.advertiser?.nativeLists.nodes ?? [],
    productSets,
    deals: data?.advertiser?.deals.nodes ?? [],
    nameOf,
  };
}
