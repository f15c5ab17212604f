import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
  readonly wide?: boolean;
}

/** The browser's own modal dialog: it keeps the focus, closes with Escape, and gives the focus back. */
export function Dialog({ title, children, onClose, wide = false }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    ref.current?.showModal();
    // Else the button that closes it again would be first.
    ref.current?.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea)')?.focus();
  }, []);
  return (
    <dialog ref={ref} className={wide ? 'wide' : undefined} aria-label={title} onClose={onClose}>
      <header className="dialog-head">
        <h2>{title}</h2>
        <button type="button" className="quiet" aria-label="Close" onClick={() => ref.current?.close()}>
          ×
        </button>
      </header>
      <div className="dialog-body">{children}</div>
    </dialog>
  );
}
