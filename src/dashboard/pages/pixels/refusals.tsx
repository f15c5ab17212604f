import { Link } from '@tanstack/react-router';
import type { Read } from '../../api/use-read.ts';
import type { DashboardPixelsQuery } from '../../generated/graphql.ts';
import { minute, number } from '../../parts/format.ts';
import { Table } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';
import { refusalsOf } from './counts.ts';

interface Props {
  readonly read: Read<DashboardPixelsQuery>;
  readonly timeZone: string;
}

/** Why events were refused in seven days: the service's own words, which say what to send instead. */
export function Refusals({ read, timeZone }: Props) {
  return (
    <Widget
      title="Reasons for refusals in the last 7 days"
      read={read}
      isSteady
      empty={({ pixels }) =>
        refusalsOf(pixels.nodes).length === 0 && 'No event was refused in the last 7 days.'
      }
    >
      {({ pixels }) => (
        <Table
          label="Reasons for refusals"
          rows={refusalsOf(pixels.nodes)}
          keyOf={({ pixel, field, reason }) => `${pixel.id} ${field} ${reason}`}
          columns={[
            {
              name: 'Field',
              wraps: true,
              cell: ({ field }) => (field === null ? 'The request' : <code>{field}</code>),
            },
            { name: 'Reason', wraps: true, cell: ({ reason }) => reason },
            {
              name: 'Pixel',
              wraps: true,
              cell: ({ pixel }) => (
                <Link to="/events" search={{ pixel: String(pixel.databaseId) }}>
                  <bdi>{pixel.name}</bdi>
                </Link>
              ),
            },
            { name: 'Events', numeric: true, cell: ({ events }) => number(events) },
            {
              name: 'Latest',
              cell: ({ latestAt }) => <time dateTime={latestAt}>{minute(latestAt, timeZone)}</time>,
            },
          ]}
        />
      )}
    </Widget>
  );
}
