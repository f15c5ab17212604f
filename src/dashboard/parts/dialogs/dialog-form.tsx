import type { ReactNode } from 'react';
import { AlertNote } from './alert-note.tsx';

interface Props {
  readonly action: string;
  /** What was refused or went wrong. */
  readonly problem: string | undefined;
  /** What it does cannot be undone. */
  readonly isDanger?: boolean;
  readonly isDisabled: boolean;
  readonly onSubmit: (form: FormData) => Promise<unknown>;
  readonly children: ReactNode;
}

/** The form of a dialog that is sent as it is, without a preview. */
export function DialogForm({ action, problem, isDanger, isDisabled, onSubmit, children }: Props) {
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit(new FormData(event.currentTarget));
      }}
    >
      {children}
      <AlertNote>{problem}</AlertNote>
      <p className="row end">
        <button type="submit" className={isDanger ? 'primary danger' : 'primary'} disabled={isDisabled}>
          {action}
        </button>
      </p>
    </form>
  );
}
