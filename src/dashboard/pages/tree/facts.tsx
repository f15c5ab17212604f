import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface Props {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
  /** Whose changes the link shows. */
  readonly history?: { readonly resource: string; readonly id: number };
}

/** What one looks up about a thing, in a line. */
export function Facts({ facts, history }: Props) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
      {history && (
        <div>
          <dt>Changes</dt>
          <dd>
            <Link to="/history" search={{ resource: history.resource, id: String(history.id) }}>
              History
            </Link>
          </dd>
        </div>
      )}
    </dl>
  );
}
