import { useMemo } from 'react';
import { useRead } from '../../api/use-read.ts';
import {
  DashboardChangedPartsDocument,
  DashboardMovedDocument,
  DashboardMoverChangesDocument,
  DashboardMoversDocument,
} from '../../generated/graphql.ts';
import { addDays } from '../../parts/period/days.ts';
import { startOfDay } from '../../parts/period/zone.ts';
import { nodeOf } from '../delivery/subject.ts';
import { changesOf } from '../marks/family.ts';
import { candidateIds, countriesOf, likeliest, moversOf, type Node, ranked } from './movers.ts';
import { partsOf } from './parts.ts';
import { type AnswerOptions, movedAsked, moversAsked, type Question, sumOf } from './question.ts';
import { ownersOf } from './reasons.ts';

const isWhole = ({ __typename: type }: Node): boolean => type === 'Advertiser' || type === 'Campaign';

/** Rows of the answer. */
const MOST = 10;

/** Those that changed most between both ranges, at most `most`, and what was changed of them. */
export function useMovers(question: Question, options: AnswerOptions, most = MOST) {
  const { by, metric, timezone } = options;
  const { subject, days, compared, until } = question;
  const read = useRead(DashboardMoversDocument, moversAsked(question, options), { staysFrom: () => false });
  const { data } = read.result;
  const ids = useMemo(() => {
    if (!data) return [];
    // All of them cost as much as a page: for a few, twice as many are compared.
    return most < MOST ? likeliest(data, by, { sum: sumOf(metric), most: 2 * most }) : candidateIds(data, by);
  }, [data, by, metric, most]);
  const moved = useRead(DashboardMovedDocument, movedAsked(question, { ids, timezone }), {
    enabled: ids.length > 0,
    staysFrom: () => false,
  });
  const nodes = moved.result.data?.nodes;
  const movers = useMemo(() => {
    if (!data) return undefined;
    if (by === 'COUNTRY') return ranked(countriesOf(data, nodeOf(subject)), sumOf(metric), most);
    if (ids.length === 0) return [];
    return nodes && ranked(moversOf(nodes, until), sumOf(metric), most);
  }, [data, by, subject, metric, ids, nodes, until, most]);
  const owners = (movers ?? []).flatMap(({ node }) => (node ? ownersOf(node) : []));
  const since = startOfDay(compared.start, timezone);
  const end = startOfDay(addDays(days.end, 1), timezone);
  const between = {
    since: new Date(since).toISOString(),
    until: new Date(end).toISOString(),
  };
  const { or } = changesOf([...new Map(owners.map((owner) => [owner.id, owner])).values()], between);
  // Of an advertiser or a campaign, what is below it delivers.
  const wholes = (movers ?? []).flatMap(({ node }) => (node && isWhole(node) ? [{ within: node.id }] : []));
  const filter = { ...between, or: [...(or ?? []), ...wholes] };
  const history = useRead(
    DashboardMoverChangesDocument,
    { filter },
    { enabled: owners.length > 0, staysFrom: () => false },
  );
  const changes = history.result.data?.changes;
  const changed = useMemo(
    () => (wholes.length > 0 ? [...new Set(changes?.nodes.map(({ resourceId }) => resourceId))] : []),
    [changes, wholes.length],
  );
  const parts = useRead(
    DashboardChangedPartsDocument,
    { ids: changed },
    { enabled: changed.length > 0, staysFrom: () => false },
  );
  return {
    /** What is waited for, or went wrong. */
    read: ids.length > 0 ? moved : read,
    movers,
    totals: data && { now: data.now.totals, before: data.before.totals },
    changes: changes?.nodes,
    parts: partsOf(parts.result.data),
    isSearching:
      owners.length > 0 && (history.result.isPending || (changed.length > 0 && parts.result.isPending)),
    /** There are more changes than were read, so that nothing can be said of none. */
    hasMore: changes?.pageInfo.hasNextPage === true,
    since,
    end,
  };
}
