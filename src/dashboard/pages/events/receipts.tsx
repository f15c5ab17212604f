import { Link } from '@tanstack/react-router';
import type { Read } from '../../api/use-read.ts';
import type { DashboardEventsQuery } from '../../generated/graphql.ts';
import { minute, number } from '../../parts/format.ts';
import { Status } from '../../parts/status.tsx';
import { Table } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';

interface Props {
  readonly read: Read<DashboardEventsQuery>;
}

const received =
  (timeZone: string) =>
  ({ receivedAt }: { readonly receivedAt: string }) => (
    <time dateTime={receivedAt}>{minute(receivedAt, timeZone)}</time>
  );

const TimesIn = ({ zone }: { readonly zone: string }) => <span className="muted">Times in {zone}</span>;

/** Arrays of events that were stored. */
export function EventReceipts({ read, timeZone }: Props & { readonly timeZone: string }) {
  return (
    <Widget
      title="Accepted requests"
      read={read}
      actions={<TimesIn zone={timeZone} />}
      empty={({ eventReceipts }) =>
        !eventReceipts?.nodes.length && 'No requests have been accepted yet. Send a test event to try it.'
      }
    >
      {({ eventReceipts }) => (
        <Table
          label="Accepted requests"
          rows={eventReceipts?.nodes ?? []}
          keyOf={({ id }) => id}
          columns={[
            { name: 'Received', cell: received(timeZone), wraps: true },
            { name: 'Outcome', cell: ({ outcome }) => <Status value={outcome} /> },
            { name: 'Events', numeric: true, cell: ({ eventCount }) => number(eventCount) },
          ]}
        />
      )}
    </Widget>
  );
}

/** What became of the requests that were not stored: only their number is. */
export function EventRefusals({ read, timeZone }: Props & { readonly timeZone: string }) {
  return (
    <Widget
      title="Refused requests"
      read={read}
      isSteady
      actions={<TimesIn zone={timeZone} />}
      empty={({ eventRefusals }) =>
        eventRefusals.length === 0 && 'No request of any pixel was refused in the past day.'
      }
    >
      {({ eventRefusals }) => (
        <>
          <Table
            label="Refused requests"
            rows={eventRefusals}
            keyOf={({ pixel, latestAt }) => String(pixel?.databaseId ?? latestAt)}
            columns={[
              {
                name: 'Pixel',
                wraps: true,
                cell: ({ pixel }) =>
                  pixel ? (
                    <Link to="/events" search={{ pixel: String(pixel.databaseId) }}>
                      <bdi>{pixel.name}</bdi>
                    </Link>
                  ) : (
                    'Deleted pixel'
                  ),
              },
              { name: 'In the past day', numeric: true, cell: ({ requests }) => number(requests) },
              {
                name: 'Latest',
                wraps: true,
                cell: ({ latestAt }) => <time dateTime={latestAt}>{minute(latestAt, timeZone)}</time>,
              },
            ]}
          />
          <p className="muted small">
            Refused requests are counted, not kept. Their senders were told the reasons, and the live list
            names them while this page is open.
          </p>
        </>
      )}
    </Widget>
  );
}

/** Postbacks of the whole seat. */
export function ConversionReceipts({ read, timeZone }: Props & { readonly timeZone: string }) {
  return (
    <Widget
      title="Conversions"
      read={read}
      actions={<TimesIn zone={timeZone} />}
      empty={({ conversionReceipts }) =>
        conversionReceipts.nodes.length === 0 && 'No conversions have been received yet.'
      }
    >
      {({ conversionReceipts }) => (
        <Table
          label="Conversions"
          rows={conversionReceipts.nodes}
          keyOf={({ id }) => id}
          columns={[
            { name: 'Received', cell: received(timeZone), wraps: true },
            { name: 'Outcome', cell: ({ outcome }) => <Status value={outcome} /> },
            {
              name: 'Event',
              wraps: true,
              cell: ({ eventId, dp }) => (
                <>
                  <bdi title={eventId}>{eventId}</bdi>{' '}
                  <span className="muted">
                    from <bdi>{dp}</bdi>
                  </span>
                </>
              ),
            },
          ]}
        />
      )}
    </Widget>
  );
}
