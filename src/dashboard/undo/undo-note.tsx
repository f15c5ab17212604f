import { useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { readAgain } from '../api/use-dry-run.ts';
import { localTimes } from '../parts/format.ts';
import { dismissUndo, undo, useLastWrite } from './last-write.ts';

/** What was written last, with the button that takes it back. */
export function UndoNote({ className = '' }: { readonly className?: string }) {
  const last = useLastWrite();
  const client = useQueryClient();
  if (!last) return null;
  const { write, isBusy, undone, problem } = last;
  return (
    <div className={`undo-note ${className}`}>
      <p role="status">{localTimes(undone ?? `${write.text}.`)}</p>
      {problem !== undefined && (
        <p role="alert" className="issue">
          {problem}
        </p>
      )}
      {undone === undefined && (
        <button type="button" disabled={isBusy} onClick={() => void undo(() => readAgain(client))}>
          {isBusy ? 'Undoing…' : 'Undo'}
        </button>
      )}
      <button type="button" className="quiet" aria-label="Dismiss" onClick={dismissUndo}>
        ×
      </button>
    </div>
  );
}

/** Over the page on which it was written, until another page is opened. */
export function PageUndo() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends with the page
  useEffect(() => dismissUndo, [path]);
  return <UndoNote className="over-page" />;
}
