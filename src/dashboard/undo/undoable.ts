import { outcomeOf, type Refusal } from '../api/outcome.ts';
import type { DashboardChangeFragment } from '../generated/graphql.ts';
import { earlierOf } from './earlier.ts';
import { isUndone, undoneText, type WriteBack, writeBack, writeBackOf } from './write-back.ts';

/** A write that can be taken back. */
export interface Undoable {
  /** What was done, such as `12 lines paused`. */
  readonly text: string;
  /** Takes it back, and says in words what became of that. May be called again after a failure. */
  readonly run: () => Promise<string>;
}

/** What an update answers. Where it says what was written, that can be taken back. */
export interface Written {
  readonly __typename: `${string}Payload`;
  readonly changes: DashboardChangeFragment['fields'];
  readonly node?: {
    readonly __typename: string;
    readonly id: string;
    readonly name: string;
    readonly updatedAt: string;
  };
}

/** What takes updates back; undefined where they changed nothing, or what cannot be written again. */
export function undoableOf(
  results: readonly (Written | Refusal)[],
  textOf: (count: number) => string,
): Undoable | undefined {
  const items = results.flatMap((result): WriteBack[] => {
    const { changes = [], node } = outcomeOf<Written | Refusal>(result).done ?? {};
    const takenBack = earlierOf(changes);
    if (!node || !takenBack || !isUndone(node.__typename)) return [];
    const { __typename: type, id, name, updatedAt } = node;
    return [writeBackOf(takenBack, { type, id, name, updatedAt })];
  });
  if (items.length === 0) return undefined;
  // One key for all attempts: it is taken back once, though an answer is lost.
  const key = crypto.randomUUID();
  return {
    text: textOf(items.length),
    run: async () => undoneText(items, await writeBack(items, { validateOnly: false, key })),
  };
}
