import { Link } from '@tanstack/react-router';
import { Figure } from '../../parts/figures/figure.tsx';
import { brief, figureOf, METRICS, ratioOf } from '../../parts/figures/metrics.ts';
import { percent } from '../../parts/format.ts';
import { type Column, Table } from '../../parts/table.tsx';
import { METRIC_NAMES, titleOf } from '../delivery/metrics.ts';
import { BudgetBar } from '../list/budget-bar.tsx';
import { DIVISION_NAMES, type Division, type PartRow } from './rows.ts';

interface Props {
  readonly by: Division;
  readonly rows: readonly PartRow[];
  readonly currency: string;
  /** All that is spent, of which each row has a share. */
  readonly whole: number;
}

/** Parts with their figures, and the share of the spend that each has. */
export function PartTable({ by, rows, currency, whole }: Props) {
  const columns: readonly Column<PartRow>[] = [
    {
      name: DIVISION_NAMES[by],
      wraps: true,
      cell: ({ name, adId }) =>
        adId === undefined ? (
          <bdi>{name}</bdi>
        ) : (
          <Link to="/ads/$id" params={{ id: String(adId) }}>
            <bdi>{name}</bdi>
          </Link>
        ),
    },
    ...METRIC_NAMES.map((metric) => ({
      name: titleOf(metric),
      numeric: true,
      cell: ({ sums, scope }: PartRow) => {
        const { kind } = METRICS[metric];
        const value = figureOf(metric, sums);
        // Conversions do not have a country.
        if (metric === 'CONVERSIONS' && scope?.country) return '–';
        const text = brief(value, kind, currency);
        return scope ? <Figure {...{ metric, kind, currency, value, scope }}>{text}</Figure> : text;
      },
    })),
    {
      name: 'Share of spend',
      numeric: true,
      cell: ({ sums }) => {
        const share = ratioOf(sums.spend, whole);
        return share === null ? (
          '–'
        ) : (
          <div className="share">
            {percent(share, 1)}
            <BudgetBar spent={share} />
          </div>
        );
      },
    },
  ];
  return (
    <Table
      label={`Breakdown by ${DIVISION_NAMES[by].toLowerCase()}`}
      rows={rows}
      columns={columns}
      keyOf={({ key }) => key}
    />
  );
}
