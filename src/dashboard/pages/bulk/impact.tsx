import { useQuery } from '@tanstack/react-query';
import type { Problem } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import {
  DashboardBulkBudgetsDocument,
  type DashboardLineRowFragment,
  type UpdateLineInput,
} from '../../generated/graphql.ts';
import { money, number } from '../../parts/format.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { lineBudgets } from '../tree/line-budgets.ts';
import type { BulkResult } from './bulk-result.ts';
import { currentFlight } from './flights-of.ts';
import { addedBudgets, type BudgetLine, type Pace, pacesOf } from './impact-of.ts';

interface Props {
  readonly lines: readonly DashboardLineRowFragment[];
  readonly inputs: readonly UpdateLineInput[];
  readonly results: readonly BulkResult[];
  readonly now: number;
}

/** Pacing reads facts of each line. */
const PER_CALL = 50;
/** Of so many campaigns the budgets of all their lines are read. */
const MAX_CAMPAIGNS = 20;

/** What a change of budgets or dates means: sums by currency, the new pace, and campaigns whose budget is too small. */
export function Impact({ lines, inputs, results, now }: Props) {
  const result = useBudgetLines(lines);
  const { data: known, error } = result;
  const spentOf = new Map((known ?? []).map(({ id, pacing }) => [id, pacing?.delivered.amount]));
  const spent = new Map(
    lines.flatMap(({ id, schedules }) => {
      const flight = currentFlight(schedules, now);
      return flight ? [[flight.id, Number(spentOf.get(id) ?? 0)] as const] : [];
    }),
  );
  const paces = pacesOf({ lines, inputs, results, spent, now });
  if (paces.length === 0) return null;
  // Without what was spent, the pace would be a wrong one.
  if (!known) return error ? <ProblemNote read={{ result }} small /> : <Waiting rows={2} />;
  return (
    <section aria-label="What it means">
      <Table label="Budgets by currency" rows={paces} columns={COLUMNS} keyOf={({ currency }) => currency} />
      <Exceeded {...{ lines, inputs, results, known }} />
    </section>
  );
}

const step = (before: number, after: number, currency: string) =>
  before === after ? money(after, currency) : `${money(before, currency)} → ${money(after, currency)}`;

const COLUMNS: readonly Column<Pace>[] = [
  { name: 'Currency', cell: ({ currency }) => currency },
  { name: 'Lines', numeric: true, cell: ({ lines }) => number(lines) },
  {
    name: 'Budget',
    numeric: true,
    cell: ({ budget, currency }) => step(budget.before, budget.after, currency),
  },
  {
    name: 'Spent',
    title: 'By the flights that run',
    numeric: true,
    cell: ({ spent, currency }) => money(spent, currency),
  },
  { name: 'Days left', numeric: true, cell: ({ days }) => (days ? daysText(days) : '–') },
  {
    name: 'Needed a day',
    title: 'What flights that run have to spend each day to use their budget',
    numeric: true,
    cell: ({ daily, currency }) => step(daily.before, daily.after, currency),
  },
];

function daysText({ least, most }: NonNullable<Pace['days']>): string {
  const [from, to] = [least, most].map((days) => number(days, { maximumFractionDigits: 0 }));
  return from === to ? `${from}` : `${from}–${to}`;
}

/** What the lines spent and the campaigns that they are in. */
function useBudgetLines(lines: readonly DashboardLineRowFragment[]) {
  const ids = lines.map(({ id }) => id);
  return useQuery<readonly BudgetLine[], Problem>({
    queryKey: [String(DashboardBulkBudgetsDocument), ids],
    queryFn: async ({ signal }) => {
      const found: BudgetLine[] = [];
      for (let from = 0; from < ids.length; from += PER_CALL) {
        const some = { ids: ids.slice(from, from + PER_CALL) };
        found.push(...(await request(DashboardBulkBudgetsDocument, some, { signal })).lines.nodes);
      }
      return found;
    },
  });
}

interface ExceededProps extends Omit<Props, 'now'> {
  readonly known: readonly BudgetLine[];
}

/** Campaigns whose budget is less than those of their lines would be together. */
function Exceeded({ known, ...change }: ExceededProps) {
  const campaignOf = new Map(known.map(({ id, campaign }) => [id, campaign]));
  const added = addedBudgets(change, campaignOf);
  const campaigns = new Map([...campaignOf.values()].map((campaign) => [campaign.id, campaign]));
  const limited = [...campaigns.values()].filter(
    ({ id, budget, budgetType }) => budget && budgetType !== 'DAILY' && (added.get(id) ?? 0) > 0,
  );
  const asked = limited.slice(0, MAX_CAMPAIGNS).map(({ id }) => id);
  const { data: sums } = useQuery<readonly (number | undefined)[], Problem>({
    queryKey: ['line budgets', asked],
    queryFn: ({ signal }) => Promise.all(asked.map(async (id) => (await lineBudgets(id, signal))?.sum)),
    enabled: asked.length > 0,
  });
  const currencyOf = new Map(
    change.lines.map(({ id, advertiser }) => [campaignOf.get(id)?.id, advertiser.currency]),
  );
  const exceeded = limited.flatMap(({ id, name, budget }, index) => {
    const [sum, currency] = [sums?.[index], currencyOf.get(id)];
    if (sum === undefined || currency === undefined) return [];
    const together = sum + (added.get(id) ?? 0);
    return together > Number(budget) ? [{ id, name, budget: Number(budget), together, currency }] : [];
  });
  if (exceeded.length === 0 && limited.length <= MAX_CAMPAIGNS) return null;
  return (
    <div className="note warn">
      {exceeded.map(({ id, name, budget, together, currency }) => (
        <p key={id}>
          The lines of <bdi>{name}</bdi> get {money(together, currency)} together. The campaign may spend{' '}
          {money(budget, currency)}.
        </p>
      ))}
      {limited.length > MAX_CAMPAIGNS && (
        <p>
          Of {number(limited.length)} campaigns, {MAX_CAMPAIGNS} were compared with their budgets.
        </p>
      )}
    </div>
  );
}
