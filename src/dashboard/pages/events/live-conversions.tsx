import { useState } from 'react';
import { useStream } from '../../api/use-stream.ts';
import { DashboardLiveConversionsDocument } from '../../generated/graphql.ts';
import { clock, number } from '../../parts/format.ts';
import { Status } from '../../parts/status.tsx';
import { Live } from './live.tsx';

/** Conversions of the seat as they arrive, with what became of each. */
export function LiveConversions({ timeZone }: { readonly timeZone: string }) {
  const [count, setCount] = useState(0);
  const stream = useStream(DashboardLiveConversionsDocument, {}, () => setCount((old) => old + 1));
  return (
    <Live
      title="Live conversions"
      summary={`${number(count)} received`}
      waitsFor="Waiting for the next conversion."
      query={String(DashboardLiveConversionsDocument)}
      stream={stream}
    >
      {({ conversionReceipts: { outcome, receivedAt, eventId, dp } }) => (
        <p className="row">
          <Status value={outcome} />
          <time dateTime={receivedAt}>{clock(receivedAt, timeZone)}</time>
          <bdi>{eventId}</bdi>
          <span className="muted">
            from <bdi>{dp}</bdi>
          </span>
        </p>
      )}
    </Live>
  );
}
