import { useState } from 'react';
import { useStream } from '../../api/use-stream.ts';
import {
  DashboardLiveConversionsDocument,
  type DashboardLiveConversionsSubscription,
} from '../../generated/graphql.ts';
import { clock, number } from '../../parts/format.ts';
import { ConversionAd, ConversionEvent, ConversionOutcome, valueText } from './conversion-text.tsx';
import { Live } from './live.tsx';

interface Props {
  readonly timeZone: string;
  /** Only those that name it. */
  readonly pixel: string | undefined;
}

/** Conversions as they arrive, with what became of each. */
export function LiveConversions({ timeZone, pixel }: Props) {
  const [count, setCount] = useState(0);
  const isOwn = ({ conversionReceipts }: DashboardLiveConversionsSubscription) =>
    pixel === undefined || String(conversionReceipts.pixel?.databaseId) === pixel;
  const { shown, problem } = useStream(DashboardLiveConversionsDocument, {}, (data) =>
    setCount((old) => old + (isOwn(data) ? 1 : 0)),
  );
  const stream = { shown: shown.filter(({ data }) => isOwn(data)), problem };
  return (
    <Live
      title="Live conversions"
      summary={`${number(count)} received`}
      waitsFor="Waiting for the next conversion."
      query={String(DashboardLiveConversionsDocument)}
      stream={stream}
    >
      {({ conversionReceipts: receipt }) => (
        <>
          <p className="row">
            <ConversionOutcome receipt={receipt} />
            <time dateTime={receipt.receivedAt}>{clock(receipt.receivedAt, timeZone)}</time>
            {receipt.value && <strong>{valueText(receipt)}</strong>}
            <ConversionEvent receipt={receipt} />
          </p>
          {receipt.ad && (
            <p>
              <ConversionAd ad={receipt.ad} />
            </p>
          )}
        </>
      )}
    </Live>
  );
}
