import { useEffect, useState } from 'react';
import { follow } from '../../api/follow.ts';
import type { Problem } from '../../api/problem.ts';
import {
  DashboardPixelEventsDocument,
  type DashboardPixelEventsSubscription,
} from '../../generated/graphql.ts';
import { moment, number } from '../../parts/format.ts';
import { ShowQuery } from '../../parts/show-query.tsx';
import { Status } from '../../parts/status.tsx';

type Activity = DashboardPixelEventsSubscription['pixelEvents'];

/** What is kept: older requests make room, so that the page can stay open for days. */
const MOST = 100;

/** Requests as they arrive, with what was accepted and why the others were refused. */
export function LiveEvents({ pixelId }: { readonly pixelId: string }) {
  const [shown, setShown] = useState<readonly (Activity & { readonly key: number })[]>([]);
  const [counts, setCounts] = useState({ accepted: 0, refused: 0 });
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    let key = 0;
    return follow(
      DashboardPixelEventsDocument,
      { pixelId },
      {
        onProblem: setProblem,
        onData: ({ pixelEvents }) => {
          key += 1;
          const entry = { ...pixelEvents, key };
          setShown((old) => [entry, ...old].slice(0, MOST));
          const isRefused = pixelEvents.outcome === 'REFUSED';
          setCounts((old) => ({
            accepted: old.accepted + (isRefused ? 0 : (pixelEvents.eventCount ?? 0)),
            refused: old.refused + (isRefused ? 1 : 0),
          }));
        },
      },
    );
  }, [pixelId]);
  return (
    <section className="widget" aria-label="Live">
      <header className="widget-head">
        <h2>Live</h2>
        <div className="widget-actions">
          <span className="muted">
            {number(counts.accepted)} events accepted, {number(counts.refused)} requests refused
          </span>
          <ShowQuery query={String(DashboardPixelEventsDocument)} variables={{ pixelId }} title="Live" />
        </div>
      </header>
      {problem && <p className="note bad">{problem.message}</p>}
      {shown.length === 0 && !problem && <p className="empty">Waiting for the next request.</p>}
      <ol className="changes" aria-live="polite">
        {shown.map((entry) => (
          <Entry key={entry.key} entry={entry} />
        ))}
      </ol>
    </section>
  );
}

function Entry({ entry }: { readonly entry: Activity }) {
  const { at, outcome, eventCount, message, skipped, errors, events } = entry;
  return (
    <li>
      <p className="row">
        <Status value={outcome} />
        <time dateTime={at}>{new Date(at).toLocaleTimeString()}</time>
        {eventCount !== null && eventCount !== undefined && (
          <span className="muted">
            {number(eventCount)} {eventCount === 1 ? 'event' : 'events'}
          </span>
        )}
      </p>
      {message && <p>{message}</p>}
      {skipped > 0 && <p className="muted">{number(skipped)} more requests came too fast to be shown.</p>}
      <ul className="plain">
        {errors.map(({ index, field, reason }) => (
          <li key={`${index} ${field}`} className="issue">
            {index >= 0 && `Event ${index}: `}
            <code>{field}</code> {reason}
          </li>
        ))}
        {events.slice(0, 3).map(({ id, eventTime, ec, ea, el, gv, identities }) => (
          <li key={id} className="muted">
            <bdi>{[ec, ea, el].filter(Boolean).join(' · ') || 'event'}</bdi>
            {gv && ` · ${gv}`} · {identities.join(', ')} · {moment(eventTime)}
          </li>
        ))}
      </ul>
    </li>
  );
}
