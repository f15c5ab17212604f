import { useState } from 'react';
import { useStream } from '../../api/use-stream.ts';
import {
  DashboardPixelEventsDocument,
  type DashboardPixelEventsSubscription,
} from '../../generated/graphql.ts';
import { clock, counted, moment } from '../../parts/format.ts';
import { Status } from '../../parts/status.tsx';
import { PixelLink } from './conversion-text.tsx';
import { EventText } from './event-text.tsx';
import { Live } from './live.tsx';

type Activity = DashboardPixelEventsSubscription['pixelEvents'];

interface Props {
  readonly pixelIds: readonly string[];
  readonly timeZone: string;
}

/** Requests as they arrive, with what was accepted and why the others were refused. */
export function LiveEvents({ pixelIds, timeZone }: Props) {
  const [{ accepted, refused }, setCounts] = useState({ accepted: 0, refused: 0 });
  const variables = { pixelIds: [...pixelIds] };
  const stream = useStream(DashboardPixelEventsDocument, variables, ({ pixelEvents }) => {
    const isRefused = pixelEvents.outcome === 'REFUSED';
    const isStored = !isRefused && pixelEvents.outcome !== 'TEST';
    setCounts((old) => ({
      accepted: old.accepted + (isStored ? (pixelEvents.eventCount ?? 0) : 0),
      refused: old.refused + (isRefused ? 1 : 0),
    }));
  });
  return (
    <Live
      title="Live"
      summary={`${counted(accepted, 'event')} accepted, ${counted(refused, 'request')} refused`}
      waitsFor="Waiting for the next request."
      query={String(DashboardPixelEventsDocument)}
      variables={variables}
      stream={stream}
    >
      {({ pixelEvents }) => <Entry entry={pixelEvents} timeZone={timeZone} isNamed={pixelIds.length > 1} />}
    </Live>
  );
}

interface EntryProps {
  readonly entry: Activity;
  readonly timeZone: string;
  /** It may be any of several pixels. */
  readonly isNamed: boolean;
}

function Entry({ entry, timeZone, isNamed }: EntryProps) {
  const { pixel, at, outcome, eventCount, message, skipped, errors, events } = entry;
  return (
    <>
      <p className="row">
        <Status value={outcome} />
        <time dateTime={at}>{clock(at, timeZone)}</time>
        {isNamed && pixel && <PixelLink pixel={pixel} />}
        {eventCount !== null && eventCount !== undefined && (
          <span className="muted">{counted(eventCount, 'event')}</span>
        )}
      </p>
      {message && <p>{message}</p>}
      {skipped > 0 && <p className="muted">{counted(skipped, 'more request')} came too fast to be shown.</p>}
      <ul className="plain">
        {errors.map(({ index, field, reason }) => (
          <li key={`${index} ${field}`} className="issue">
            {index >= 0 && `Event ${index}: `}
            <code>{field}</code> {reason}
          </li>
        ))}
        {events.slice(0, 3).map((event) => (
          <li key={event.id} className="muted">
            <EventText event={event} /> · {moment(event.eventTime, timeZone)}
          </li>
        ))}
      </ul>
    </>
  );
}
