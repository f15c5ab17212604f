import type { DashboardChangeFragment } from '../generated/graphql.ts';
import { isUndo } from './together.ts';

type Change = Pick<DashboardChangeFragment, 'id' | 'action' | 'at' | 'resourceId' | 'requestId' | 'fields'>;

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Whether an undo began with the values that a change left, of all of its fields. */
const undoes = (undo: Change, { resourceId, fields }: Change): boolean =>
  undo.resourceId === resourceId &&
  fields.every(({ path, after }) =>
    undo.fields.some((field) => field.path === path && isSame(field.before, after)),
  );

/** The changes of a list that were taken back later in it, each with the change that did. The newest come first. */
export function takenBackIn<One extends Change>(changes: readonly One[]): ReadonlyMap<string, One> {
  const found = new Map<string, One>();
  for (const [at, change] of changes.entries()) {
    if (change.action !== 'UPDATE' || change.fields.length === 0) continue;
    // An undo that was taken back itself takes nothing back any more.
    const undo = changes
      .slice(0, at)
      .find((later) => isUndo(later) && !found.has(later.id) && undoes(later, change));
    if (undo) found.set(change.id, undo);
  }
  return found;
}
