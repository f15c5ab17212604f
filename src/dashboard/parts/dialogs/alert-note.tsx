import type { ReactNode } from 'react';

/** What was refused or went wrong, read out by screen readers. Shows nothing without a text. */
export function AlertNote({ children }: { readonly children: ReactNode }) {
  return children ? (
    <p className="note bad" role="alert">
      {children}
    </p>
  ) : null;
}
