import type { ReactNode } from 'react';
import { outcomeOf } from '../../api/outcome.ts';
import { useDryRun } from '../../api/use-dry-run.ts';
import { useWrite } from '../../api/use-write.ts';
import type { TypedDocumentString } from '../../generated/graphql.ts';
import { AskAgain } from '../../parts/ask-again.tsx';
import { wait } from '../../parts/format.ts';
import { useWait } from '../../parts/retry-button.tsx';
import { useUnsaved } from '../../parts/unsaved.ts';
import { type BulkResult, type BulkRow, Results } from './results.tsx';

interface Props<Input, Data> {
  readonly rows: readonly BulkRow[];
  readonly document: TypedDocumentString<Data, { inputs: Input[]; validateOnly: boolean }>;
  /** Undefined while the change is not complete. */
  readonly inputs: Input[] | undefined;
  readonly resultsOf: (data: Data) => readonly BulkResult[];
  /** What is to change. */
  readonly children: ReactNode;
}

/** A change of many rows: each one's result by the service's own check, and after it is made. */
export function BulkForm<Input, Data>(props: Props<Input, Data>) {
  const { rows, document, inputs, resultsOf, children } = props;
  const tried = useDryRun(document, inputs && { inputs });
  const write = useWrite(document);
  useUnsaved(inputs !== undefined && !write.data && !write.isPending);
  const waitS = useWait(write.error);
  if (write.data) return <Results rows={rows} results={resultsOf(write.data)} isDone />;
  const preview = inputs && tried.data ? resultsOf(tried.data) : undefined;
  const isPossible =
    preview?.some((result) => (outcomeOf<BulkResult>(result).done?.changes.length ?? 0) > 0) === true;
  const said = write.error ?? tried.problem;
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (inputs) void write.run({ inputs, validateOnly: false });
      }}
    >
      <div className="fields">{children}</div>
      {said && (
        <div className="note bad" role="alert">
          <p>{said.message}</p>
          {!write.error && <AskAgain tried={tried} />}
        </div>
      )}
      {preview && (
        <div className={tried.isCurrent ? undefined : 'stale'}>
          <Results rows={rows} results={preview} />
        </div>
      )}
      <p className="row end">
        <button
          type="submit"
          className="primary"
          disabled={!isPossible || !tried.isCurrent || write.isPending || waitS > 0}
        >
          {waitS > 0 ? `Apply in ${wait(waitS)}` : 'Apply'}
        </button>
      </p>
    </form>
  );
}
