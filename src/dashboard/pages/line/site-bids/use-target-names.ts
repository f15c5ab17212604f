import { useRead } from '../../../api/use-read.ts';
import {
  DashboardBidTargetNamesDocument,
  type DashboardSiteBidFragment,
} from '../../../generated/graphql.ts';
import { KINDS, keyOf } from './site-bids-input.ts';

/** What sites, devices and supply are called that a line bids on; asked where it does. */
export function useTargetNames(bids: readonly DashboardSiteBidFragment[]) {
  const { data } = useRead(DashboardBidTargetNamesDocument, {}, { enabled: bids.length > 0 }).result;
  const names = new Map(
    Object.values(data ?? {})
      .flatMap((targets) => (Array.isArray(targets) ? targets : []))
      .map(({ type, targetValue, name }) => [keyOf(type, targetValue), name] as const),
  );
  return ({ targetType, targetValue }: DashboardSiteBidFragment): string =>
    names.get(keyOf(targetType, targetValue)) ?? `${KINDS[targetType]} ${JSON.stringify(targetValue)}`;
}
