import { useRead } from '../../api/use-read.ts';
import { DashboardChangeNamesDocument } from '../../generated/graphql.ts';
import { idsIn } from '../../parts/changes/names.ts';
import { nameOf } from '../../undo/take-back-plan.ts';
import type { Change } from './groups.ts';

/** What the service looks up at once. */
const MAX_IDS = 100;

/** The names of the things whose IDs stand in changes, by global ID. */
export function useNames(changes: readonly Change[]): ReadonlyMap<string, string> {
  const ids = idsIn(changes.flatMap(({ fields }) => fields)).slice(0, MAX_IDS);
  const { data } = useRead(DashboardChangeNamesDocument, { ids }, { enabled: ids.length > 0 }).result;
  return new Map(
    (data?.nodes ?? []).flatMap((node) => {
      const name = node && nameOf(node);
      return node && name ? [[node.id, name] as const] : [];
    }),
  );
}
