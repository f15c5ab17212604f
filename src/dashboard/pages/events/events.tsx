import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useRead } from '../../api/use-read.ts';
import { DashboardEventsDocument } from '../../generated/graphql.ts';
import { PageHead } from '../../parts/crumbs.tsx';
import { isWhole } from '../../parts/fields/numbers.ts';
import { usePageZone } from '../../parts/period/zone.ts';
import { Widget } from '../../parts/widget.tsx';
import { useCanEdit } from '../../shell/viewer.ts';
import { ConvertingAds } from './converting-ads.tsx';
import { EventRate } from './event-rate.tsx';
import { LiveConversions } from './live-conversions.tsx';
import { LiveEvents } from './live-events.tsx';
import { ConversionReceipts, EventReceipts, EventRefusals } from './receipts.tsx';
import { SendConversion } from './send-conversion.tsx';
import { SendEvent } from './send-event.tsx';

const route = getRouteApi('/events');
const EVERY_MS = 10_000;

/** What partners send: events of a pixel as they come, and conversions. */
export function Events() {
  const search = route.useSearch();
  // What is no ID in the address is as if there were none.
  const pixel = search.pixel && isWhole(search.pixel) ? search.pixel : undefined;
  const navigate = useNavigate();
  const canEdit = useCanEdit();
  const variables = { pixelId: pixel ?? '', hasPixel: pixel !== undefined };
  const read = useRead(DashboardEventsDocument, variables, { every: EVERY_MS });
  const { data, isPlaceholderData } = read.result;
  const first = data?.pixels.nodes[0]?.databaseId;
  useEffect(() => {
    if (pixel === undefined && first !== undefined)
      void navigate({ to: '/events', search: { pixel: String(first) }, replace: true });
  }, [pixel, first, navigate]);
  const advertiser = isPlaceholderData ? undefined : data?.pixel?.advertiser;
  const zone = usePageZone();
  return (
    <div className="page">
      <PageHead title="Events" />
      <div className="columns">
        <div className="stack">
          <Widget
            title="Pixel"
            read={read}
            isSteady
            empty={({ pixels }) => pixels.nodes.length === 0 && 'No pixel accepts events from servers yet.'}
          >
            {({ pixels }) => (
              <p className="row">
                <select
                  aria-label="Pixel"
                  value={pixel ?? ''}
                  onChange={({ target }) => void navigate({ to: '/events', search: { pixel: target.value } })}
                >
                  {pixels.nodes.every(({ databaseId }) => String(databaseId) !== pixel) && (
                    <option value={pixel ?? ''}>Choose a pixel</option>
                  )}
                  {pixels.nodes.map(({ databaseId, name, advertiser }) => (
                    <option key={databaseId} value={databaseId}>
                      {name} ({databaseId}), {advertiser.name}
                    </option>
                  ))}
                </select>
              </p>
            )}
          </Widget>
          {pixel && advertiser && (
            <>
              <LiveEvents pixelId={pixel} timeZone={zone} key={`live ${pixel}`} />
              <EventReceipts read={read} timeZone={zone} />
            </>
          )}
        </div>
        <div className="stack">
          <EventRefusals read={read} timeZone={zone} />
          {advertiser && <EventRate first={advertiser} key={advertiser.id} />}
          {canEdit && pixel && <SendEvent pixelId={pixel} key={`send ${pixel}`} />}
        </div>
      </div>
      <div className="columns">
        <div className="stack">
          <LiveConversions timeZone={zone} />
          <ConversionReceipts read={read} timeZone={zone} />
        </div>
        <div className="stack">
          <ConvertingAds timeZone={zone} />
          {canEdit && (
            <SendConversion
              receipts={data?.conversionReceipts.nodes ?? []}
              example={data?.ads.nodes[0]?.databaseId}
            />
          )}
        </div>
      </div>
    </div>
  );
}
