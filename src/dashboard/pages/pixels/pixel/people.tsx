import { number, percent } from '../../../parts/format.ts';
import { type Column, Table } from '../../../parts/table.tsx';
import type { Found } from './pixel.tsx';

type Match = Found['identityMatches'][number];

const CALLED: Readonly<Record<string, string>> = {
  email: 'Hashed address',
  idfa: 'Apple advertising ID',
  gpsaid: 'Google advertising ID',
  vmcid: 'Click ID',
};

const COLUMNS: readonly Column<Match>[] = [
  { name: 'Sent', wraps: true, cell: ({ kind }) => CALLED[kind] ?? kind },
  { name: 'Events', numeric: true, cell: ({ events }) => number(events) },
  {
    name: 'Known',
    title: 'In one of the advertiser’s audiences, or clicked an ad',
    numeric: true,
    cell: ({ checked, matched = null }) =>
      matched === null || checked === 0 ? '–' : percent(matched / checked),
  },
];

/** By which keys events name people, and how many of these are known. */
export const People = ({ matches }: { readonly matches: readonly Match[] }) => (
  <section className="widget" aria-label="Who the events are about">
    <header className="widget-head">
      <h2>
        Who the events are about <span className="muted">past 7 days until now</span>
      </h2>
    </header>
    {matches.length === 0 ? (
      <p className="empty">No key of a person was counted in the past 7 days.</p>
    ) : (
      <Table label="Who the events are about" rows={matches} columns={COLUMNS} keyOf={({ kind }) => kind} />
    )}
  </section>
);
