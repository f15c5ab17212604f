import { useRead } from '../../../api/use-read.ts';
import {
  DashboardBidTargetNamesDocument,
  type DashboardSiteBidFragment,
} from '../../../generated/graphql.ts';
import { KINDS, keyOf } from './site-bids-input.ts';

/** What sites, devices and supply are called that a line bids on; asked where it does. */
export function useTargetNames(bids: readonly DashboardSiteBidFragment[]) {
  const { data } = useRead(DashboardBidTargetNamesDocument, {}, { enabled: bids.length > 0 }).result;
  const targets = data ? [...data.groups, ...data.supply, ...data.sites, ...data.moreSites] : [];
  const names = new Map(
    targets.map(({ type, targetValue, name }) => [keyOf(type, targetValue), name] as const),
  );
  return ({ targetType, targetValue }: DashboardSiteBidFragment): string =>
    names.get(keyOf(targetType, targetValue)) ??
    (data ? `${KINDS[targetType]} ${JSON.stringify(targetValue)}` : '…');
}
