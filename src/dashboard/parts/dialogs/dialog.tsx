import { type ReactNode, useEffect, useRef, useState } from 'react';
import { DialogDrafts, type Drafts, mayLose } from '../unsaved.ts';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
  readonly wide?: boolean;
  /** Stands at what opened it, for what is changed there. */
  readonly near?: boolean;
}

/** Of a dialog that stands at what opened it, and its distance from that and from the edges of the window. */
const [NEAR_WIDTH, NEAR_GAP] = [380, 12];

/** Where it fits: below, or above in the lower half of the window. On phones it is in the middle as any other. */
function placeAt(dialog: HTMLDialogElement, opener: Element | null): void {
  if (!(opener instanceof HTMLElement) || innerWidth < 2 * NEAR_WIDTH) return;
  const { left, top, bottom } = opener.getBoundingClientRect();
  const isLow = bottom > innerHeight * 0.6;
  Object.assign(dialog.style, {
    ...{ margin: '0', width: `${NEAR_WIDTH}px` },
    left: `${Math.max(NEAR_GAP, Math.min(left, innerWidth - NEAR_WIDTH - NEAR_GAP))}px`,
    top: isLow ? 'auto' : `${bottom + 4}px`,
    bottom: isLow ? `${innerHeight - top + 4}px` : 'auto',
    maxHeight: `${(isLow ? top : innerHeight - bottom) - NEAR_GAP}px`,
  });
}

/** The browser's own modal dialog: it keeps the focus, closes with Escape, and asks first if something is not saved. */
export function Dialog({ title, children, onClose, wide = false, near = false }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const [drafts] = useState<Drafts>(() => new Set());
  useEffect(() => {
    const opener = document.activeElement;
    if (near && ref.current?.style.left === '') placeAt(ref.current, opener);
    ref.current?.showModal();
    // Else the button that closes it again would be first.
    ref.current?.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea)')?.focus();
    return () => giveBack(opener);
  }, [near]);
  const close = () => {
    if (mayLose(drafts)) ref.current?.close();
  };
  return (
    <dialog
      ref={ref}
      className={near ? 'near' : wide ? 'wide' : undefined}
      aria-label={title}
      onClose={onClose}
      onClick={({ target }) => near && target === ref.current && close()}
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
