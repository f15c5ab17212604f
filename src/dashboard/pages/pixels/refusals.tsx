import { Link } from '@tanstack/react-router';
import type { Read } from '../../api/use-read.ts';
import { minute, number } from '../../parts/format.ts';
import { type Column, Table } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';
import { type Pixel, type Refusal, refusalsOf } from './counts.ts';
import { cureOf } from './cure.ts';

interface Props<Data> {
  /** Which ones, in words. */
  readonly days: string;
  readonly read: Read<Data>;
  readonly pixelsOf: (data: Data) => readonly Pixel[];
  readonly timeZone: string;
}

const PIXEL: Column<Refusal> = {
  name: 'Pixel',
  wraps: true,
  cell: ({ pixel }) => (
    <Link to="/pixels/$id" params={{ id: String(pixel.databaseId) }}>
      <bdi>{pixel.name}</bdi>
    </Link>
  ),
};

/** Why events were refused: the service's own words, which say what to send instead. */
export function Refusals<Data>({ days, read, pixelsOf, timeZone }: Props<Data>) {
  return (
    <Widget
      title="Reasons for refusals"
      actions={<span className="muted">{days}</span>}
      read={read}
      isSteady
      empty={(data) => refusalsOf(pixelsOf(data)).length === 0 && 'No event was refused in these days.'}
    >
      {(data) => (
        <Table
          label="Reasons for refusals"
          rows={refusalsOf(pixelsOf(data))}
          keyOf={({ pixel, field, reason }) => `${pixel.id} ${field} ${reason}`}
          columns={[
            {
              name: 'Field',
              wraps: true,
              cell: ({ field }) => (field === null ? 'The request' : <code>{field}</code>),
            },
            {
              name: 'Reason',
              wraps: true,
              cell: ({ field, reason }) => (
                <>
                  {reason}
                  <span className="cell-note">{cureOf(field, reason)}</span>
                </>
              ),
            },
            ...(pixelsOf(data).length === 1 ? [] : [PIXEL]),
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
