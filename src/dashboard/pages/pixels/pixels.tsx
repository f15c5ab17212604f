import { getRouteApi, Link } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { DashboardPixelsDocument } from '../../generated/graphql.ts';
import { PageHead } from '../../parts/crumbs.tsx';
import { minute, number, percent } from '../../parts/format.ts';
import { Pager } from '../../parts/pager.tsx';
import { addDays, today } from '../../parts/period/days.ts';
import { usePageZone } from '../../parts/period/zone.ts';
import { serviceNow } from '../../parts/service-clock.ts';
import { Spark } from '../../parts/spark.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';
import { useCanEdit, useViewer } from '../../shell/viewer.ts';
import { countsOf, MONTH, type PixelCounts, wholeHours, worstFirst } from './counts.ts';
import { OnPages } from './on-pages.tsx';
import { NewPixel } from './pixel/new-pixel.tsx';
import { Refusals } from './refusals.tsx';
import { SANDBOX_NOTE } from './sandbox-note.ts';
import { silenceText } from './silence.ts';

const route = getRouteApi('/pixels');
const EVERY_MS = 60_000;

/** Whether the events of each pixel arrive, and why not. */
export function Pixels() {
  const { after } = route.useSearch();
  const navigate = route.useNavigate();
  const zone = usePageZone();
  const day = today(zone);
  const canEdit = useCanEdit();
  const isSandbox = Boolean(useViewer().sandboxClock);
  const read = useRead(
    DashboardPixelsDocument,
    {
      after: after ?? null,
      recent: { between: { start: addDays(day, -1), end: day } },
      month: { between: { start: addDays(day, -MONTH), end: day } },
      timezone: zone,
    },
    { every: EVERY_MS },
  );
  return (
    <div className="page">
      <PageHead title="Pixels" />
      {isSandbox && <p className="note info">{SANDBOX_NOTE}</p>}
      <Widget
        title="Past 24 hours"
        read={read}
        isSteady
        actions={canEdit && <NewPixel />}
        empty={({ pixels }) =>
          pixels.nodes.length === 0 &&
          'No pixel accepts events from servers yet. A pixel receives what people did at a shop or an app: create one, let an API client send for it, and send events.'
        }
      >
        {({ pixels }) => (
          <>
            <Table
              label="Pixels"
              rows={pixels.nodes.map((pixel) => countsOf(pixel, serviceNow())).sort(worstFirst)}
              keyOf={({ pixel }) => pixel.id}
              columns={columnsIn(zone)}
            />
            <Pager
              page={pixels.pageInfo}
              total={pixels.totalCount}
              after={after}
              onGo={(after) => void navigate({ search: after ? { after } : {} })}
            />
          </>
        )}
      </Widget>
      <Refusals
        days="past 7 days until now"
        read={read}
        timeZone={zone}
        pixelsOf={({ pixels }) => pixels.nodes}
      />
      <OnPages />
    </div>
  );
}

/** How a pixel is, in a word. */
function Health({ counts, zone }: { readonly counts: PixelCounts; readonly zone: string }) {
  const silence = silenceText(counts, zone);
  if (silence !== undefined)
    return (
      <>
        <span className="status warn">Silent</span>
        <span className="cell-note">{silence}</span>
      </>
    );
  if (counts.refused > 0) return <span className="status bad">Refuses</span>;
  return <span className="status good">Healthy</span>;
}

const columnsIn = (zone: string): readonly Column<PixelCounts>[] => [
  {
    name: 'Pixel',
    wraps: true,
    cell: ({ pixel: { databaseId, name, advertiser } }) => (
      <>
        <Link to="/pixels/$id" params={{ id: String(databaseId) }}>
          <bdi>{name}</bdi>
        </Link>
        <span className="cell-note">
          <bdi>{advertiser.name}</bdi>
        </span>
      </>
    ),
  },
  { name: 'Health', cell: (counts) => <Health counts={counts} zone={zone} /> },
  { name: 'Accepted', numeric: true, cell: ({ accepted }) => number(accepted) },
  { name: 'Refused', numeric: true, cell: ({ refused }) => number(refused) },
  {
    name: 'Share refused',
    numeric: true,
    cell: ({ share }) =>
      share === null ? '–' : <span className={share > 0 ? 'warned' : undefined}>{percent(share)}</span>,
  },
  {
    name: 'Latest hour',
    wraps: true,
    cell: ({ latest }) => (latest ? <time dateTime={latest}>{minute(latest, zone)}</time> : '–'),
  },
  {
    name: 'Events by hour',
    title: 'The hour that runs is left out',
    cell: (counts) =>
      counts.latest ? (
        <Spark values={wholeHours(counts).map(({ accepted, refused }) => accepted + refused)} />
      ) : (
        '–'
      ),
  },
];
