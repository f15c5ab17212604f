import type { ReactNode } from 'react';
import { useViewer } from './viewer.ts';

interface Props {
  /** What others are told. */
  readonly note: string;
  readonly children: ReactNode;
}

/** The part of a page that only admins see. */
export function ForAdmins({ note, children }: Props) {
  if (useViewer().role === 'ADMIN') return children;
  return (
    <section className="widget">
      <h2>For admins</h2>
      <p className="muted">{note}</p>
    </section>
  );
}
