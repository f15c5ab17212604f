import { number } from '../../../parts/format.ts';
import { type Column, Table } from '../../../parts/table.tsx';
import type { LineFound } from '../line.tsx';
import { multipliedBid } from './multiplied-bid.ts';
import { KINDS } from './site-bids-input.ts';
import { useTargetNames } from './use-target-names.ts';

type Bid = LineFound['siteBids']['nodes'][number];

/** What is bid more or less on some sites, devices and supply. */
export function SiteBids({ line }: { readonly line: LineFound }) {
  const { nodes, totalCount } = line.siteBids;
  const nameOf = useTargetNames(nodes);
  if (nodes.length === 0) return <p className="muted">Every site and device has the same bid now.</p>;
  const columns: readonly Column<Bid>[] = [
    { name: 'Where', wraps: true, cell: nameOf },
    { name: 'Kind', cell: ({ targetType }) => KINDS[targetType] },
    { name: 'Factor', numeric: true, cell: ({ multiplier }) => `×${number(multiplier)}` },
    { name: 'Bid', numeric: true, cell: ({ multiplier }) => multipliedBid(line, Number(multiplier)) ?? '–' },
  ];
  return (
    <>
      <Table label="Bids by site and device" rows={nodes} columns={columns} keyOf={({ id }) => id} />
      {totalCount > nodes.length && (
        <p className="more muted">
          The first {number(nodes.length)} of {number(totalCount)}
        </p>
      )}
    </>
  );
}
