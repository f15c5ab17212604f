import { useRead } from '../../../api/use-read.ts';
import { DashboardTargetNamesDocument } from '../../../generated/graphql.ts';
import type { LineFound } from '../line.tsx';

/** What the advertiser calls its product sets; asked where the line reaches people by some. */
export function useSetNames({ targeting, advertiser }: LineFound): (set: number) => string | undefined {
  const isAsked = targeting.funnelAttributes.length > 0;
  const read = useRead(DashboardTargetNamesDocument, { id: advertiser.id }, { enabled: isAsked });
  const sets = read.result.data?.advertiser?.productSets.nodes ?? [];
  return (id) => sets.find(({ databaseId }) => databaseId === id)?.name;
}
