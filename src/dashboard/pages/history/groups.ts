import type { DashboardHistoryQuery } from '../../generated/graphql.ts';
import { isTogether } from '../../undo/together.ts';

export type Change = DashboardHistoryQuery['changes']['nodes'][number];

/** Changes that one request of a person made. */
export interface Group {
  readonly first: Change;
  readonly changes: readonly [Change, ...Change[]];
}

/** Neighbours of one request together, in their order. */
export function groupsOf(changes: readonly Change[]): readonly Group[] {
  const groups: { first: Change; changes: [Change, ...Change[]] }[] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    const last = group?.changes.at(-1);
    if (group && last && isTogether(last, change)) group.changes.push(change);
    else groups.push({ first: change, changes: [change] });
  }
  return groups;
}
