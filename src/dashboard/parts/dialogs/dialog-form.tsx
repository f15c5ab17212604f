import type { ReactNode } from 'react';
import { AlertNote } from './alert-note.tsx';

interface Props {
  readonly action: string;
  /** What was refused or went wrong. */
  readonly problem: string | undefined;
  readonly isDisabled: boolean;
  readonly onSubmit: (form: FormData) => Promise<unknown>;
  readonly children: ReactNode;
}

/** The form of a dialog that is sent as it is, without a preview. */
export function DialogForm({ action, problem, isDisabled, onSubmit, children }: Props) {
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
        <button type="submit" className="primary" disabled={isDisabled}>
          {action}
        </button>
      </p>
    </form>
  );
}
