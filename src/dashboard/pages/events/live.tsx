import { type ReactNode, useState } from 'react';
import type { Problem } from '../../api/problem.ts';
import type { Streamed } from '../../api/use-stream.ts';
import { number } from '../../parts/format.ts';
import { ShowQuery } from '../../parts/show-query.tsx';

interface Props<Data> {
  readonly title: string;
  /** How many came so far. */
  readonly summary: string;
  readonly waitsFor: string;
  readonly query: string;
  readonly variables?: unknown;
  readonly stream: { readonly shown: readonly Streamed<Data>[]; readonly problem: Problem | undefined };
  readonly children: (data: Data) => ReactNode;
}

/** What a subscription tells as it comes, newest first. To read it while more comes, it is paused. */
export function Live<Data>(props: Props<Data>) {
  const { title, summary, waitsFor, query, variables, stream, children } = props;
  const { shown, problem } = stream;
  const [held, setHeld] = useState<typeof shown>();
  const newer = held ? (shown[0]?.key ?? 0) - (held[0]?.key ?? 0) : 0;
  return (
    <section className="widget" aria-label={title}>
      <header className="widget-head">
        <h2>{title}</h2>
        <div className="widget-actions">
          <span className="muted">{summary}</span>
          {shown.length > 0 && (
            <button type="button" onClick={() => setHeld(held ? undefined : shown)}>
              {held ? `Resume (${number(newer)} newer)` : 'Pause'}
            </button>
          )}
          <ShowQuery query={query} variables={variables} title={title} />
        </div>
      </header>
      {problem && <p className="note bad">{problem.message}</p>}
      {shown.length === 0 && !problem && <p className="empty">{waitsFor}</p>}
      <ol
        className="changes live"
        aria-live="polite"
        aria-label={title}
        tabIndex={shown.length > 0 ? 0 : undefined}
      >
        {(held ?? shown).map(({ key, data }) => (
          <li key={key}>{children(data)}</li>
        ))}
      </ol>
    </section>
  );
}
