import { useMemo } from 'react';
import { useRead } from '../../api/use-read.ts';
import {
  type DashboardChangeFragment,
  DashboardChangesWithinDocument,
  DashboardFamilyDocument,
} from '../../generated/graphql.ts';
import { addDays, type Days } from '../../parts/period/days.ts';
import { startOfDay } from '../../parts/period/zone.ts';
import { changesOf, currencyIn, membersOf } from './family.ts';

/** What was changed in a range of days. */
export interface Marked {
  readonly changes: readonly DashboardChangeFragment[];
  /** By global ID. */
  readonly names: ReadonlyMap<string, string>;
  /** That of their amounts, which are those of one advertiser. */
  readonly currency: string | undefined;
}

const NOTHING: Marked = { changes: [], names: new Map(), currency: undefined };

/** Changes of something, of what belongs to it, and of what it belongs to; not of the seat as a whole. */
export function useMarks(node: string | undefined, days: Days, timeZone: string): Marked {
  const family = useRead(
    DashboardFamilyDocument,
    { id: node ?? '' },
    { enabled: node !== undefined, staysFrom: () => false },
  );
  const members = membersOf(family.result.data?.node);
  const [since, until] = [startOfDay(days.start, timeZone), startOfDay(addDays(days.end, 1), timeZone)];
  const filter = changesOf(members, {
    since: new Date(since).toISOString(),
    until: new Date(until).toISOString(),
  });
  const { result } = useRead(
    DashboardChangesWithinDocument,
    { filter },
    { enabled: members.length > 0, staysFrom: () => false },
  );
  const changes = result.data?.changes.nodes;
  const { data } = family.result;
  return useMemo(
    () =>
      changes
        ? {
            changes,
            names: new Map(membersOf(data?.node).map(({ id, name }) => [id, name])),
            currency: currencyIn(data?.node),
          }
        : NOTHING,
    [changes, data],
  );
}
