import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import {
  DashboardConversionsDocument,
  DashboardPixelsDocument,
  DashboardReceiptsDocument,
} from '../../generated/graphql.ts';
import { PageHead } from '../../parts/crumbs.tsx';
import { ago, number } from '../../parts/format.ts';
import { Status } from '../../parts/status.tsx';
import { Table } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';
import { useCanEdit } from '../../shell/viewer.ts';
import { LiveEvents } from './live-events.tsx';
import { SendEvent } from './send-event.tsx';

const route = getRouteApi('/events');

/** What partners send: events of a pixel as they come, and conversions. */
export function Events() {
  const { pixel } = route.useSearch();
  const navigate = useNavigate();
  const canEdit = useCanEdit();
  const pixels = useRead(DashboardPixelsDocument, {});
  return (
    <div className="page">
      <PageHead title="Events" />
      <Widget
        title="Pixel"
        read={pixels}
        empty={({ pixels }) => pixels.nodes.length === 0 && 'The seat has no pixel for server events.'}
      >
        {({ pixels }) => (
          <p className="row">
            <select
              aria-label="Pixel"
              value={pixel ?? ''}
              onChange={({ target }) =>
                void navigate({ to: '/events', search: target.value ? { pixel: target.value } : {} })
              }
            >
              <option value="">Choose a pixel</option>
              {pixels.nodes.map(({ databaseId, name, advertiser }) => (
                <option key={databaseId} value={databaseId}>
                  {name} ({databaseId}), {advertiser.name}
                </option>
              ))}
            </select>
          </p>
        )}
      </Widget>
      {pixel && (
        <div className="columns">
          <LiveEvents pixelId={pixel} key={pixel} />
          <Receipts pixelId={pixel} />
          {canEdit && <SendEvent pixelId={pixel} key={`send ${pixel}`} />}
        </div>
      )}
      <Conversions />
    </div>
  );
}

function Receipts({ pixelId }: { readonly pixelId: string }) {
  const read = useRead(DashboardReceiptsDocument, { pixelId }, { every: 10_000 });
  return (
    <Widget
      title="Accepted requests"
      read={read}
      empty={({ eventReceipts }) => eventReceipts.nodes.length === 0 && 'No request was accepted yet.'}
    >
      {({ eventReceipts }) => (
        <Table
          label="Accepted requests"
          rows={eventReceipts.nodes}
          keyOf={({ id }) => id}
          columns={[
            {
              name: 'Received',
              cell: ({ receivedAt }) => <time dateTime={receivedAt}>{ago(receivedAt)}</time>,
            },
            { name: 'Outcome', cell: ({ outcome }) => <Status value={outcome} /> },
            { name: 'Events', numeric: true, cell: ({ eventCount }) => number(eventCount) },
          ]}
        />
      )}
    </Widget>
  );
}

function Conversions() {
  const read = useRead(DashboardConversionsDocument, {}, { every: 30_000 });
  return (
    <Widget
      title="Conversions"
      read={read}
      empty={({ conversionReceipts }) =>
        conversionReceipts.nodes.length === 0 && 'No conversion was received yet.'
      }
    >
      {({ conversionReceipts }) => (
        <Table
          label="Conversions"
          rows={conversionReceipts.nodes}
          keyOf={({ id }) => id}
          columns={[
            {
              name: 'Received',
              cell: ({ receivedAt }) => <time dateTime={receivedAt}>{ago(receivedAt)}</time>,
            },
            { name: 'Outcome', cell: ({ outcome }) => <Status value={outcome} /> },
            { name: 'Event', cell: ({ eventId }) => <bdi>{eventId}</bdi> },
            { name: 'Partner', cell: ({ dp }) => <bdi>{dp}</bdi> },
          ]}
        />
      )}
    </Widget>
  );
}
