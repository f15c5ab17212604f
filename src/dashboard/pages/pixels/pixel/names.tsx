import { minute, money, number } from '../../../parts/format.ts';
import { usePageZone } from '../../../parts/period/zone.ts';
import { type Column, Table } from '../../../parts/table.tsx';
import { nameText } from './name-text.ts';
import type { Found } from './pixel.tsx';

const columnsIn = (zone: string): readonly Column<Found['eventNames'][number]>[] => [
  { name: 'Event', wraps: true, cell: (name) => <bdi>{nameText(name)}</bdi> },
  { name: 'Events', numeric: true, cell: ({ events }) => number(events) },
  {
    name: 'Value',
    numeric: true,
    title: 'Values of server events are in US dollars',
    cell: ({ value }) => (value === null ? '–' : money(value, 'USD')),
  },
  {
    name: 'Latest',
    cell: ({ latestAt }) => <time dateTime={latestAt}>{minute(latestAt, zone)}</time>,
  },
];

/** What the newest events are called: category, action and label. */
export function Names({ names }: { readonly names: Found['eventNames'] }) {
  const zone = usePageZone();
  return (
    <section className="widget" aria-label="What arrives">
      <header className="widget-head">
        <h2>
          What arrives <span className="muted">past 7 days until now, at most the newest 2,000 events</span>
        </h2>
      </header>
      {names.length === 0 ? (
        <p className="empty">No event was stored in the past 7 days.</p>
      ) : (
        <Table label="What arrives" rows={names} columns={columnsIn(zone)} keyOf={nameText} />
      )}
    </section>
  );
}
