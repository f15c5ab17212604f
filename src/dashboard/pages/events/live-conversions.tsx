import { useState } from 'react';
import { useStream } from '../../api/use-stream.ts';
import { DashboardLiveConversionsDocument } from '../../generated/graphql.ts';
import { clock, number } from '../../parts/format.ts';
import { ConversionEvent, ConversionOutcome } from './conversion-text.tsx';
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
      {({ conversionReceipts: receipt }) => (
        <p className="row">
          <ConversionOutcome receipt={receipt} />
          <time dateTime={receipt.receivedAt}>{clock(receipt.receivedAt, timeZone)}</time>
          <ConversionEvent receipt={receipt} />
        </p>
      )}
    </Live>
  );
}
