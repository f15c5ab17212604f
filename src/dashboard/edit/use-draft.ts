import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { outcomeOf, type Refusal } from '../api/outcome.ts';
import { doneText } from '../api/outcome-text.ts';
import { readAgain, useDryRun } from '../api/use-dry-run.ts';
import { useWrite } from '../api/use-write.ts';
import type { TypedDocumentString } from '../generated/graphql.ts';
import { useUnsaved } from '../parts/unsaved.ts';
import { offerUndo } from '../undo/last-write.ts';
import { undoableOf, type Written } from '../undo/undoable.ts';

interface Options<Node, Values, Input, Data, Result> {
  readonly document: TypedDocumentString<Data, { input: Input; validateOnly: boolean }>;
  readonly resultOf: (data: Data) => Result;
  /** What is edited, as it stands now; of something new, what it is made in. */
  readonly latest: Node;
  readonly initial: Values;
  /** What stands there at first can be stored as it is, so that the service is asked at once. */
  readonly isComplete?: boolean;
  /** What was typed, as a change of the node as it was opened: its `updatedAt` is the precondition. */
  readonly inputOf: (values: Values, opened: Node) => Input;
  /** What is wrong in so plain a way that the service need not be asked, by the paths of the fields. */
  readonly check?: (values: Values) => ReadonlyMap<string, string>;
}

const NOTHING: ReadonlyMap<string, string> = new Map();
/** Of what does not exist yet: its ID is not the one that it gets, and what it is made in is where the form stands. */
const UNSAID_OF_NEW: ReadonlySet<string> = new Set(['id', 'advertiserId', 'campaignId', 'lineId']);

/**
 * A change that is not made yet: the service says as one types what it would change, or why not. What was opened is a
 * precondition, so that nobody else's change is overwritten.
 */
export function useDraft<Node, Values, Input, Data, Result extends Written | Refusal>(
  options: Options<Node, Values, Input, Data, Result>,
) {
  const { document, resultOf, latest, initial, isComplete = false, inputOf, check } = options;
  // Someone else's change, read again meanwhile, must not move the precondition.
  const [opened, setOpened] = useState(latest);
  const [typed, setTyped] = useState<Values | undefined>(isComplete ? initial : undefined);
  const values = typed ?? initial;
  const isTouched = typed !== undefined;
  const write = useWrite(document);
  const client = useQueryClient();
  const input = inputOf(values, opened);
  const wrong = (isTouched && check?.(values)) || NOTHING;
  const isSendable = isTouched && wrong.size === 0;
  const tried = useDryRun(document, isSendable ? { input } : undefined);
  // What the service says to the attempt counts until something else is typed.
  const data = write.data ?? tried.data;
  const { done, refusal } = data && isSendable ? outcomeOf(resultOf(data)) : {};
  const isConflict = refusal?.isConflict === true;
  const onTop = useDryRun(document, isConflict ? { input: inputOf(values, latest) } : undefined);
  const merged = onTop.data && outcomeOf(resultOf(onTop.data));
  const problem = write.error ?? tried.problem;
  const changesNothing = tried.isCurrent && done?.changes.length === 0;
  const isTyped = isTouched && JSON.stringify(values) !== JSON.stringify(initial) && !changesNothing;
  // What becomes of a save under way is said, whoever has left.
  const forget = useUnsaved(isTyped && !write.isPending && !(write.data && done));

  // What the other one changed is shown beside one's own.
  useEffect(() => {
    if (isConflict) void readAgain(client);
  }, [isConflict, client]);

  return {
    latest,
    opened,
    values,
    preview:
      done?.changes.filter(({ path, before }) => !UNSAID_OF_NEW.has(path) || (before ?? null) !== null) ?? [],
    /** During a conflict: what one's own values would change of what stands there now. */
    ownOnTop: merged?.done?.changes ?? [],
    refusal,
    problem,
    tried,
    /** Why it was not stored. */
    unsaved: write.error,
    issues: wrong.size > 0 ? wrong : (refusal?.issues ?? problem?.issues ?? NOTHING),
    isTouched,
    isBusy: write.isPending,
    /** The service has looked at what stands there, and would do it. */
    isReady: !write.data && tried.isCurrent && done !== undefined && done.changes.length > 0,
    set(change: Values) {
      write.reset();
      setTyped(change);
    },
    /** Goes on from what stands there now. */
    rebase() {
      write.reset();
      setOpened(latest);
    },
    /** Gives up what was typed for what stands there now. */
    discard() {
      write.reset();
      setOpened(latest);
      setTyped(undefined);
    },
    /** What was stored; undefined if nothing was. */
    async save(): Promise<Exclude<Result, Refusal> | undefined> {
      const answer = await write.run({ input, validateOnly: false });
      if (!answer) return undefined;
      const result = resultOf(answer);
      const stored = outcomeOf(result).done;
      if (!stored) return undefined;
      forget();
      offerUndo(undoableOf([result], () => doneText(answer) ?? 'Saved'));
      return stored;
    },
  };
}

type Draft<Done> = Omit<ReturnType<typeof useDraft>, 'save'> & { save(): Promise<Done | undefined> };

/** What the frame of a form needs to know of its draft. */
export type AnyDraft<Done> = Pick<
  Draft<Done>,
  | 'preview'
  | 'ownOnTop'
  | 'refusal'
  | 'problem'
  | 'tried'
  | 'unsaved'
  | 'issues'
  | 'isTouched'
  | 'isBusy'
  | 'isReady'
  | 'rebase'
  | 'discard'
  | 'save'
>;
