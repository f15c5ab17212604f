import type { Read } from '../../../api/use-read.ts';
import type { DashboardPixelQuery } from '../../../generated/graphql.ts';
import { number } from '../../../parts/format.ts';
import { type Column, Table } from '../../../parts/table.tsx';
import { Widget } from '../../../parts/widget.tsx';
import { useCanEdit } from '../../../shell/viewer.ts';
import { NewSegment } from '../../library/audiences/new-segment.tsx';
import { ruleOf } from '../../library/audiences/rule.ts';
import { changedColumn, nameColumn } from '../../library/thing-columns.tsx';
import type { Found } from './pixel.tsx';

const COLUMNS: readonly Column<Found['segments']['nodes'][number]>[] = [
  nameColumn('audiences'),
  { name: 'Events that match', wraps: true, cell: ruleOf },
  { name: 'Events', numeric: true, cell: ({ eventCount }) => number(eventCount) },
  changedColumn,
];

interface Props {
  readonly pixel: Found;
  readonly read: Read<DashboardPixelQuery>;
}

/** The segments that select events of the pixel. */
export function SegmentsOf({ pixel, read }: Props) {
  const canEdit = useCanEdit();
  return (
    <Widget
      title="Segments of its events"
      read={read}
      isSteady
      actions={canEdit && <NewSegment pixelId={pixel.id} />}
      empty={() =>
        pixel.segments.nodes.length === 0 &&
        'No segment selects its events yet. A segment is the people whose events match a rule, such as all who paid.'
      }
    >
      {() => (
        <>
          <Table label="Segments" rows={pixel.segments.nodes} columns={COLUMNS} keyOf={({ id }) => id} />
          {pixel.segments.totalCount > pixel.segments.nodes.length && (
            <p className="more muted">
              The first {pixel.segments.nodes.length} of {pixel.segments.totalCount}
            </p>
          )}
        </>
      )}
    </Widget>
  );
}
