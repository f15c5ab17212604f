import { useQuery } from '@tanstack/react-query';
import type { Problem } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import {
  DashboardBulkVolumesDocument,
  type DashboardLineRowFragment,
  type UpdateLineInput,
} from '../../generated/graphql.ts';
import { andMore, counted, money, number, price } from '../../parts/format.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { type BidStep, bidSteps, overGoal, type Volume } from './bid-impact-of.ts';
import type { BulkResult } from './bulk-result.ts';

interface Props {
  readonly lines: readonly DashboardLineRowFragment[];
  readonly inputs: readonly UpdateLineInput[];
  readonly results: readonly BulkResult[];
}

/** Delivery reads facts of each line. */
const PER_CALL = 50;
const MAX_NAMED = 5;

/** What other bids mean: from what to what, what a week like the last would cost more, and which are over their goal. */
export function BidImpact(props: Props) {
  const result = useVolumes(props.lines);
  const { data: volumes, error } = result;
  if (!volumes) return error ? <ProblemNote read={{ result }} small /> : <Waiting rows={2} />;
  const steps = bidSteps(props, volumes);
  if (steps.length === 0) return null;
  const over = overGoal(props);
  return (
    <section aria-label="What it means">
      <Table label="Bids by currency" rows={steps} columns={COLUMNS} keyOf={({ currency }) => currency} />
      <p className="muted small">
        At most, since a bid is the highest price: as many clicks and impressions as in the past 7 days, each
        at the difference. Budgets stay as they are.
      </p>
      {over.length > 0 && (
        <p className="note warn">
          {counted(over.length, 'line')} would bid over {over.length === 1 ? 'its' : 'their'} goal:{' '}
          {andMore(over, MAX_NAMED)}.
        </p>
      )}
    </section>
  );
}

const rangeText = ({ least, most }: BidStep['before'], currency: string): string =>
  least === most ? price(least, currency) : `${price(least, currency)}–${price(most, currency)}`;

const COLUMNS: readonly Column<BidStep>[] = [
  { name: 'Currency', cell: ({ currency }) => currency },
  { name: 'Lines', numeric: true, cell: ({ lines }) => number(lines) },
  {
    name: 'Bids',
    numeric: true,
    cell: ({ before, after, currency }) => `${rangeText(before, currency)} → ${rangeText(after, currency)}`,
  },
  {
    name: 'A week, at most',
    title: 'What the clicks and impressions of the past 7 days would cost more or less, at most',
    numeric: true,
    cell: ({ week, currency }) => money(week, currency, { signDisplay: 'exceptZero' }),
  },
];

/** What the lines bought in the past seven days. */
function useVolumes(lines: readonly DashboardLineRowFragment[]) {
  const ids = lines.map(({ id }) => id);
  return useQuery<ReadonlyMap<string, Volume>, Problem>({
    queryKey: [String(DashboardBulkVolumesDocument), ids],
    queryFn: async ({ signal }) => {
      const found = new Map<string, Volume>();
      for (let from = 0; from < ids.length; from += PER_CALL) {
        const some = { ids: ids.slice(from, from + PER_CALL) };
        const { nodes } = (await request(DashboardBulkVolumesDocument, some, { signal })).lines;
        for (const { id, week } of nodes) found.set(id, week);
      }
      return found;
    },
  });
}
