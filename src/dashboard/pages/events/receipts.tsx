import { Link } from '@tanstack/react-router';
import type { Read } from '../../api/use-read.ts';
import type { DashboardEventsQuery } from '../../generated/graphql.ts';
import { minute, number } from '../../parts/format.ts';
import { Status } from '../../parts/status.tsx';
import { Table } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';
import {
  ConversionAd,
  ConversionEvent,
  ConversionOutcome,
  PixelLink,
  valueText,
} from './conversion-text.tsx';
import { eventsText } from './event-text.tsx';

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
            {
              name: 'Such as',
              wraps: true,
              cell: ({ events }) => <span className="small">{eventsText(events)}</span>,
            },
          ]}
        />
      )}
    </Widget>
  );
}

/** The requests that were not stored, with the most frequent reason. */
export function EventRefusals({ read, timeZone }: Props & { readonly timeZone: string }) {
  return (
    <Widget
      title="Refused requests"
      read={read}
      isSteady
      actions={<TimesIn zone={timeZone} />}
      empty={({ eventRefusals }) => eventRefusals.length === 0 && 'No request was refused in the past day.'}
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
                cell: ({ pixel, reasons: [first] }) => (
                  <>
                    {pixel ? <PixelLink pixel={pixel} /> : 'Deleted pixel'}
                    {first && (
                      <span className="cell-note">
                        {first.field && `${first.field}: `}
                        {first.reason}
                      </span>
                    )}
                  </>
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
            The page of a pixel lists all reasons of 7 days with what to send instead; see{' '}
            <Link to="/pixels">all pixels</Link>.
          </p>
        </>
      )}
    </Widget>
  );
}

/** Postbacks of the seat, or only those that name the pixel which is chosen. */
export function ConversionReceipts({ read, timeZone }: Props & { readonly timeZone: string }) {
  return (
    <Widget
      title="Conversions"
      read={read}
      actions={<TimesIn zone={timeZone} />}
      empty={({ conversionReceipts }) =>
        conversionReceipts.nodes.length === 0 &&
        'No conversion has been received yet. A conversion is sent to this service with the click ID that the landing page got.'
      }
    >
      {({ conversionReceipts }) => (
        <Table
          label="Conversions"
          rows={conversionReceipts.nodes}
          keyOf={({ id }) => id}
          columns={[
            { name: 'Received', cell: received(timeZone), wraps: true },
            { name: 'Outcome', wraps: true, cell: (receipt) => <ConversionOutcome receipt={receipt} /> },
            { name: 'Ad', wraps: true, cell: ({ ad }) => <ConversionAd ad={ad} /> },
            { name: 'Value', numeric: true, cell: valueText },
            { name: 'Pixel', wraps: true, cell: ({ pixel }) => (pixel ? <PixelLink pixel={pixel} /> : '–') },
            { name: 'Event', wraps: true, cell: (receipt) => <ConversionEvent receipt={receipt} /> },
          ]}
        />
      )}
    </Widget>
  );
}
