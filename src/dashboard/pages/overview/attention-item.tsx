import type { ReactNode } from 'react';
import { Status } from '../../parts/status.tsx';

interface Props {
  /** The most urgent first. */
  readonly statuses: readonly string[];
  readonly detail: string;
  /** Beside the name, such as what it is about in money. */
  readonly amount?: ReactNode;
  readonly children: ReactNode;
}

/** Something that needs attention, and why. */
export function AttentionItem({ statuses, detail, amount, children }: Props) {
  return (
    <li>
      <p className="attention-head">
        <span>{children}</span>
        {amount}
      </p>
      <p className="muted small">{detail}</p>
      <span className="actions">
        {statuses.map((status) => (
          <Status key={status} value={status} />
        ))}
      </span>
    </li>
  );
}
