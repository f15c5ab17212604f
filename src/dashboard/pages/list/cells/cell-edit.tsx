import type { ReactNode } from 'react';
import { DialogButton } from '../../../parts/dialogs/dialog-button.tsx';
import { useCanEdit } from '../../../shell/viewer.ts';

interface Props {
  /** What is changed, such as `Bid`. */
  readonly what: string;
  /** The row, as people know it. */
  readonly name: string;
  /** The value in words, for those who do not see the cell. */
  readonly text: string;
  readonly children: ReactNode;
  readonly form: (close: () => void) => ReactNode;
}

/** A value of a row that is changed where it stands; whoever may only look sees the value alone. */
export function CellEdit({ what, name, text, children, form }: Props) {
  const canEdit = useCanEdit();
  if (!canEdit) return children;
  return (
    <DialogButton
      near
      name={children}
      title={`${what} of ${name}`}
      label={`${text}: edit ${what.toLowerCase()} of ${name}`}
      className="cell-edit"
    >
      {form}
    </DialogButton>
  );
}
