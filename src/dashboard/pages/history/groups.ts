import type { DashboardHistoryQuery } from '../../generated/graphql.ts';
import { isTogether, isUndo } from '../../undo/together.ts';

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

/** When all of a group was taken back, as far as the changes tell that are there; undefined where it was not. */
export function takenBackAt({ changes }: Pick<Group, 'changes'>, all: readonly Change[]): string | undefined {
  const times = changes.map(
    ({ resourceId, at, fields }) =>
      all.find(
        (other) =>
          isUndo(other) &&
          other.resourceId === resourceId &&
          Date.parse(other.at) > Date.parse(at) &&
          fields.every(({ path, before }) =>
            other.fields.some((field) => field.path === path && isSame(field.after, before)),
          ),
      )?.at,
  );
  return times.every((time) => time !== undefined) ? times.toSorted().at(-1) : undefined;
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
