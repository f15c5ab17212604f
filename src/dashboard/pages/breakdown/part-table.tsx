import { Link } from '@tanstack/react-router';
import { Figure } from '../../parts/figures/figure.tsx';
import { brief, figureOf, METRICS, ratioOf } from '../../parts/figures/metrics.ts';
import { percent } from '../../parts/format.ts';
import { type Column, Table } from '../../parts/table.tsx';
import { METRIC_NAMES, type MetricName, titleOf } from '../delivery/metrics.ts';
import { BudgetBar } from '../list/cells/budget-bar.tsx';
import { DIVISION_NAMES, type Division, type PartRow } from './rows.ts';

interface Props {
  readonly by: Division;
  readonly rows: readonly PartRow[];
  readonly currency: string;
  /** All that is spent, of which each row has a share. */
  readonly whole: number;
  /** The part that the page is about. */
  readonly current?: string | undefined;
  /** By which the parts are sorted, where the service sorts them. */
  readonly metric?: MetricName;
  readonly onSort?: (metric: MetricName) => void;
}

const COLUMNS = [...METRIC_NAMES, 'CPA', 'RETURN_ON_AD_SPEND'] as const;

/** What a country would have of spend that is known by country and conversions that are not. */
const PER_CONVERSION: readonly MetricName[] = ['CPA', 'RETURN_ON_AD_SPEND'];

/** Parts with their figures, and the share of the spend that each has. */
export function PartTable({ by, rows, currency, whole, current, metric: sorted, onSort }: Props) {
  const columns: readonly Column<PartRow>[] = [
    {
      name: DIVISION_NAMES[by],
      wraps: true,
      cell: ({ key, name, adId }) =>
        adId === undefined || key === current ? (
          <bdi className={key === current ? 'current-part' : undefined}>{name}</bdi>
        ) : (
          <Link to="/ads/$id" params={{ id: String(adId) }}>
            <bdi>{name}</bdi>
          </Link>
        ),
    },
    ...COLUMNS.map((metric) => ({
      name: titleOf(metric),
      numeric: true,
      ...(onSort && { sort: metric }),
      cell: ({ sums, scope }: PartRow) => {
        const { kind } = METRICS[metric];
        const value = figureOf(metric, sums);
        // Conversions do not have a country.
        if (metric === 'CONVERSIONS' && scope?.country) return '–';
        if (PER_CONVERSION.includes(metric) && scope?.country !== undefined) return '–';
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
      {...(onSort &&
        sorted && {
          sorting: {
            by: sorted,
            descending: true,
            onSort: (by) => onSort(COLUMNS.find((each) => each === by) ?? sorted),
          },
        })}
    />
  );
}
