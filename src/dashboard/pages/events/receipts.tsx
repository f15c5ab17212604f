import type { Read } from '../../api/use-read.ts';
import type { DashboardEventsQuery } from '../../generated/graphql.ts';
import { minute, number, OWN_ZONE } from '../../parts/format.ts';
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

/** Postbacks of the whole seat. */
export function ConversionReceipts({ read }: Props) {
  return (
    <Widget
      title="Conversions"
      read={read}
      actions={<TimesIn zone={OWN_ZONE} />}
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
            { name: 'Received', cell: received(OWN_ZONE), wraps: true },
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
