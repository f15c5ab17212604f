import type { ReactNode } from 'react';
import { Status } from '../../parts/status.tsx';

interface Props {
  /** The most urgent first. */
  readonly statuses: readonly string[];
  readonly detail: string;
  readonly children: ReactNode;
}

/** Something that needs attention, and why. */
export function AttentionItem({ statuses, detail, children }: Props) {
  return (
    <li>
      <p>{children}</p>
      <p className="muted small">{detail}</p>
      <span className="actions">
        {statuses.map((status) => (
          <Status key={status} value={status} tone={status === 'SPENT' ? 'warn' : undefined} />
        ))}
      </span>
    </li>
  );
}
