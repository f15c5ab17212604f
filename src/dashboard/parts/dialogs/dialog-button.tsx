import { type ReactNode, useEffect, useState } from 'react';
import { takeAsked } from './asked.ts';
import { Dialog } from './dialog.tsx';

interface Props {
  readonly name: ReactNode;
  readonly title: string;
  /** Read out, where many buttons have one name. */
  readonly label?: string;
  readonly wide?: boolean;
  /** The dialog stands at the button. */
  readonly near?: boolean;
  readonly className?: string;
  readonly children: (close: () => void) => ReactNode;
}

/** A button and the dialog behind it. */
export function DialogButton({ name, title, label, wide = false, near = false, className, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  useEffect(() => {
    if (takeAsked(title)) setOpen(true);
  }, [title]);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        data-dialog={title}
        aria-label={label}
        onClick={() => setOpen(true)}
      >
        {name}
      </button>
      {isOpen && (
        <Dialog title={title} wide={wide} near={near} onClose={close}>
          {children(close)}
        </Dialog>
      )}
    </>
  );
}
