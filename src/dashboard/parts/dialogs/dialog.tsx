import { type ReactNode, useEffect, useRef, useState } from 'react';
import { DialogDrafts, type Drafts, mayLose } from '../unsaved.ts';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
  readonly wide?: boolean;
}

/** The browser's own modal dialog: it keeps the focus, closes with Escape, and asks first if something is not saved. */
export function Dialog({ title, children, onClose, wide = false }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const [drafts] = useState<Drafts>(() => new Set());
  useEffect(() => {
    const opener = document.activeElement;
    ref.current?.showModal();
    // Else the button that closes it again would be first.
    ref.current?.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea)')?.focus();
    return () => giveBack(opener);
  }, []);
  const close = () => {
    if (mayLose(drafts)) ref.current?.close();
  };
  return (
    <dialog
      ref={ref}
      className={wide ? 'wide' : undefined}
      aria-label={title}
      onClose={onClose}
      // The browser lets a second Escape pass without asking, so that it must not see the key.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        close();
      }}
      onCancel={(event) => {
        if (event.target !== ref.current) return;
        event.preventDefault();
        close();
      }}
    >
      <header className="dialog-head">
        <h2>{title}</h2>
        <button type="button" className="quiet" aria-label="Close" onClick={close}>
          ×
        </button>
      </header>
      <div className="dialog-body">
        <DialogDrafts value={drafts}>{children}</DialogDrafts>
      </div>
    </dialog>
  );
}

/** The focus goes back to what opened the dialog or, where that has gone, to the heading of the page. */
export function giveBack(opener: Element | null): void {
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
  const target = isThere ? opener : document.querySelector<HTMLElement>('main h1');
  target?.focus({ preventScroll: true });
}
