import { Figure } from '../../parts/figures/figure.tsx';
import { brief, figureOf, METRICS, unitOf } from '../../parts/figures/metrics.ts';
import type { Column } from '../../parts/table.tsx';
import { METRIC_NAMES, type MetricName, titleOf } from '../delivery/metrics.ts';
import { currencyOf, type Delivering, sumOf } from './delivering.ts';

interface Props {
  readonly metric: MetricName;
  readonly of: readonly Delivering[];
  /** Of amounts, where there is nothing to say it. */
  readonly currency: string;
}

/** A figure of ads or lines together. Of one it is its own; what they have in common has no delivery to be compared with. */
export function SumFigure({ metric, of, currency: other }: Props) {
  if (of.length === 0) return '–';
  const { kind } = METRICS[metric];
  const currency = currencyOf(of, other);
  const value = figureOf(metric, sumOf(of));
  const text = brief(value, kind, currency);
  const [only] = of;
  if (only && of.length === 1)
    return (
      <Figure {...{ metric, kind, value, currency }} scope={{ node: only.id }}>
        {text}
      </Figure>
    );
  return (
    <span
      data-sum-metric={metric}
      data-sum-of={of.map(({ id }) => id).join(' ')}
      data-value={value === null ? '' : String(value)}
      data-unit={unitOf(kind, currency)}
    >
      {text}
    </span>
  );
}

/** A column for each figure of delivery, of what belongs to a row. */
export const figureColumns = <Row,>(
  partsOf: (row: Row) => readonly Delivering[],
  currency: string,
  /** The page can sort by them. */
  isSorted = false,
): readonly Column<Row>[] =>
  METRIC_NAMES.map((metric) => ({
    name: titleOf(metric),
    ...(isSorted && { sort: metric }),
    numeric: true,
    cell: (row) => <SumFigure metric={metric} of={partsOf(row)} currency={currency} />,
  }));
