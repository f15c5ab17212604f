import type { Read } from '../../api/use-read.ts';
import type { DashboardEventsQuery } from '../../generated/graphql.ts';
import { ago, number } from '../../parts/format.ts';
import { Status } from '../../parts/status.tsx';
import { Table } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';

interface Props {
  readonly read: Read<DashboardEventsQuery>;
}

const received = ({ receivedAt }: { readonly receivedAt: string }) => (
  <time dateTime={receivedAt}>{ago(receivedAt)}</time>
);

/** Arrays of events that were stored. */
export function EventReceipts({ read }: Props) {
  return (
    <Widget
      title="Accepted requests"
      read={read}
      empty={({ eventReceipts }) => !eventReceipts?.nodes.length && 'No request was accepted yet.'}
    >
      {({ eventReceipts }) => (
        <Table
          label="Accepted requests"
          rows={eventReceipts?.nodes ?? []}
          keyOf={({ id }) => id}
          columns={[
            { name: 'Received', cell: received },
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
            { name: 'Received', cell: received },
            { name: 'Outcome', cell: ({ outcome }) => <Status value={outcome} /> },
            { name: 'Event', cell: ({ eventId }) => <bdi title={eventId}>{eventId}</bdi> },
            { name: 'Partner', cell: ({ dp }) => <bdi>{dp}</bdi> },
          ]}
        />
      )}
    </Widget>
  );
}
