import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type Read, useRead } from '../../api/use-read.ts';
import { DashboardEventsDocument, type DashboardEventsQuery } from '../../generated/graphql.ts';
import { PageHead } from '../../parts/crumbs.tsx';
import { Choice } from '../../parts/fields/choice.tsx';
import { isWhole } from '../../parts/fields/numbers.ts';
import { usePageZone } from '../../parts/period/zone.ts';
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

/** What partners send: events as they come, and conversions; of all pixels, or of one. */
export function Events() {
  const search = route.useSearch();
  // What is no ID in the address is as if there were none.
  const pixel = search.pixel && isWhole(search.pixel) ? search.pixel : undefined;
  const canEdit = useCanEdit();
  const variables = { pixelId: pixel ?? '', hasPixel: pixel !== undefined, only: pixel ?? null };
  const read = useRead(DashboardEventsDocument, variables, { every: EVERY_MS });
  const { data, isPlaceholderData } = read.result;
  const found = isPlaceholderData ? undefined : data?.pixel;
  const zone = usePageZone();
  const all = data?.pixels.nodes.map(({ databaseId }) => String(databaseId)) ?? [];
  const watched = pixel === undefined ? all : found ? [pixel] : [];
  return (
    <div className="page">
      <PageHead title="Events" />
      <PixelChoice read={read} pixel={pixel} />
      {pixel !== undefined && data && !isPlaceholderData && !found && (
        <p className="note warn">This seat has no such pixel. Choose another.</p>
      )}
      <div className="columns">
        <div className="stack">
          {watched.length > 0 && (
            <LiveEvents pixelIds={watched} timeZone={zone} key={`live ${watched.join()}`} />
          )}
          {pixel && found && <EventReceipts read={read} timeZone={zone} />}
        </div>
        <div className="stack">
          <EventRefusals read={read} timeZone={zone} />
          {found && <EventRate first={found.advertiser} key={found.advertiser.id} />}
          {canEdit && pixel && found && <SendEvent pixelId={pixel} key={`send ${pixel}`} />}
        </div>
      </div>
      <ConversionReceipts read={read} timeZone={zone} />
      <div className="columns">
        <div className="stack">
          <LiveConversions timeZone={zone} pixel={pixel} key={`conversions ${pixel}`} />
        </div>
        <div className="stack">
          {canEdit && <SendConversion receipts={data?.conversionReceipts.nodes ?? []} pixel={pixel} />}
        </div>
      </div>
      <ConvertingAds timeZone={zone} isOfAll={pixel !== undefined} />
    </div>
  );
}

interface ChoiceProps {
  readonly read: Read<DashboardEventsQuery>;
  readonly pixel: string | undefined;
}

/** What the page is about. */
function PixelChoice({ read, pixel }: ChoiceProps) {
  const navigate = useNavigate();
  const { nodes = [] } = read.result.data?.pixels ?? {};
  const isUnknown = pixel !== undefined && nodes.every(({ databaseId }) => String(databaseId) !== pixel);
  return (
    <p className="row">
      <Choice
        label="Pixel"
        value={pixel ?? ''}
        choices={[
          ['', 'All pixels'],
          ...(isUnknown ? [[pixel, read.result.data?.pixel?.name ?? `Pixel ${pixel}`] as const] : []),
          ...nodes.map(
            ({ databaseId, name, advertiser }) =>
              [String(databaseId), `${name} (${databaseId}), ${advertiser.name}`] as const,
          ),
        ]}
        onChoose={(id) => void navigate({ to: '/events', search: { pixel: id || undefined } })}
      />
      {pixel && (
        <Link to="/pixels/$id" params={{ id: pixel }} className="button">
          Its page
        </Link>
      )}
    </p>
  );
}
