import { type ReactNode, useState } from 'react';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { counted } from '../../parts/format.ts';

interface Props<Row> {
  /** Of one row, such as `line`. */
  readonly what: string;
  readonly rows: readonly Row[];
  readonly onDone: () => void;
  readonly children: (opened: readonly Row[]) => ReactNode;
}

/** A button for the selected rows and the dialog behind it. */
export function BulkDialog<Row>({ what, rows, onDone, children }: Props<Row>) {
  // As they were selected: what is read again meanwhile moves no precondition, and may no longer have them.
  const [opened, setOpened] = useState<readonly Row[]>();
  const nameOf = ({ length }: readonly Row[]) => `Edit ${counted(length, what)}`;
  return (
    <>
      <span className="visually-hidden" role="status">
        {rows.length > 0 && `${counted(rows.length, what)} selected`}
      </span>
      {rows.length > 0 && (
        <button type="button" className="primary" onClick={() => setOpened(rows)}>
          {nameOf(rows)}
        </button>
      )}
      {opened && (
        <Dialog
          title={nameOf(opened)}
          wide
          onClose={() => {
            setOpened(undefined);
            onDone();
          }}
        >
          {children(opened)}
        </Dialog>
      )}
    </>
  );
}
