import { useState } from 'react';
import { localTimes } from '../../parts/format.ts';
import { useLastWrite } from '../../undo/last-write.ts';
import { UndoNote } from '../../undo/undo-note.tsx';
import type { BulkResult } from './bulk-result.ts';
import { type BulkRow, Results } from './results.tsx';

interface Props {
  readonly rows: readonly BulkRow[];
  readonly results: readonly BulkResult[];
}

/** What became of each row, until that is taken back: from then on, only what was undone. */
export function BulkDone({ rows, results }: Props) {
  const last = useLastWrite();
  const [undone, setUndone] = useState<string>();
  // Kept, since the note can be dismissed.
  if (last?.undone !== undefined && last.undone !== undone) setUndone(last.undone);
  if (undone === undefined)
    return (
      <>
        <UndoNote />
        <Results rows={rows} results={results} isDone />
      </>
    );
  return last ? <UndoNote /> : <p>{localTimes(undone)}</p>;
}
