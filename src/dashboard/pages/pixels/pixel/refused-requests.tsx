import { useRead } from '../../../api/use-read.ts';
import {
  DashboardRefusedRequestsDocument,
  type DashboardRefusedRequestsQuery,
} from '../../../generated/graphql.ts';
import { counted, moment, shortDay } from '../../../parts/format.ts';
import { addDays } from '../../../parts/period/days.ts';
import { startOfDay } from '../../../parts/period/zone.ts';
import { Widget } from '../../../parts/widget.tsx';
import { useCanEdit } from '../../../shell/viewer.ts';
import { SendAgain } from './send-again.tsx';

type Sample = DashboardRefusedRequestsQuery['eventRefusals'][number]['sample'][number];

interface Props {
  readonly pixelId: string;
  /** Today, in the zone of the page. */
  readonly day: string;
  readonly zone: string;
}

/** Refused requests with some of their events: what was sent, what is wrong with it, and what can be sent again. */
export function RefusedRequests({ pixelId, day, zone }: Props) {
  const canEdit = useCanEdit();
  const since = new Date(startOfDay(addDays(day, -6), zone)).toISOString();
  const read = useRead(DashboardRefusedRequestsDocument, { pixelId, since });
  const [refused] = read.result.data?.eventRefusals ?? [];
  if (!refused || refused.sample.length === 0) return null;
  return (
    <Widget
      title="Refused requests"
      read={read}
      actions={
        <>
          <span className="muted">
            {counted(refused.requests, 'request')} with {counted(refused.count, 'event')} since{' '}
            {shortDay(addDays(day, -6))}
          </span>
          {canEdit && <SendAgain pixelId={pixelId} since={since} />}
        </>
      }
    >
      {() => (
        <ul className="plain samples">
          {refused.sample.map((sample) => (
            <li key={sample.id}>
              <Request sample={sample} zone={zone} />
            </li>
          ))}
        </ul>
      )}
    </Widget>
  );
}

function Request({ sample, zone }: { readonly sample: Sample; readonly zone: string }) {
  const { receivedAt, message, eventCount, replayableCount, replayedAt, events } = sample;
  return (
    <details>
      <summary>
        <time dateTime={receivedAt}>{moment(receivedAt, zone)}</time>: {counted(eventCount, 'event')}, of
        which {replayedAt ? 'the good ones were sent again' : `${replayableCount} can be sent again`}
      </summary>
      <p className="muted small">{message}</p>
      {events.map(({ index, event, errors, identities }) => (
        <div key={index}>
          <ul className="plain">
            {errors.map(({ field, reason }) => (
              <li key={`${field} ${reason}`} className="issue">
                <code>{field}</code> {reason}
              </li>
            ))}
          </ul>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <section className="code" tabIndex={0} aria-label={`Event ${index}`}>
            <pre>{JSON.stringify(event, null, 2)}</pre>
          </section>
          <p className="muted small">
            {identities.length > 0
              ? `Sent with ${identities.join(', ')}. `
              : 'Sent without a key of a person. '}
            Keys of people and refused values are not kept.
          </p>
        </div>
      ))}
    </details>
  );
}
