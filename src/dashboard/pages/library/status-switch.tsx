import { type Outcome, outcomeOf, type Refusal } from '../../api/outcome.ts';
import { doneText } from '../../api/outcome-text.ts';
import { useWrite } from '../../api/use-write.ts';
import type { TypedDocumentString } from '../../generated/graphql.ts';
import { offerUndo } from '../../undo/last-write.ts';
import { undoableOf, type Written } from '../../undo/undoable.ts';

type Off = 'INACTIVE' | 'DISABLED';

interface Input<Status extends Off> {
  readonly id: string;
  readonly updatedAt: string;
  readonly status: 'ACTIVE' | Status;
}

const VERBS: Readonly<Record<Off, readonly [on: string, off: string]>> = {
  INACTIVE: ['Activate', 'Deactivate'],
  DISABLED: ['Enable', 'Disable'],
};

interface Props<Data, Result, Status extends Off> {
  /** The status of what is out of use. */
  readonly off: Status;
  readonly thing: { readonly id: string; readonly updatedAt: string; readonly status: string };
  readonly document: TypedDocumentString<Data, { input: Input<Status>; validateOnly: boolean }>;
  readonly resultOf: (data: Data) => Result;
}

/** Takes a thing into use or out of it, at once; the note below the page takes it back. */
export function StatusSwitch<Data, Result extends Written | Refusal, Status extends Off>(
  props: Props<Data, Result, Status>,
) {
  const { off, thing, document, resultOf } = props;
  const write = useWrite(document);
  const isActive = thing.status === 'ACTIVE';
  const outcome: Outcome<unknown> | undefined = write.data && outcomeOf(resultOf(write.data));
  const said = write.error?.message ?? outcome?.refusal?.message;
  async function turn() {
    const { id, updatedAt } = thing;
    const status = isActive ? off : 'ACTIVE';
    const answer = await write.run({ input: { id, updatedAt, status }, validateOnly: false });
    if (answer) offerUndo(undoableOf([resultOf(answer)], () => doneText(answer) ?? 'Saved'));
  }
  return (
    <>
      {said && (
        <span className="issue" role="alert">
          {said}
        </span>
      )}
      <button type="button" disabled={write.isPending} onClick={() => void turn()}>
        {VERBS[off][isActive ? 1 : 0]}
      </button>
    </>
  );
}
