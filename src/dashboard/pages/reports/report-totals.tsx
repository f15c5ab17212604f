import { lower } from '../../parts/words.ts';
import { Facts } from '../tree/facts.tsx';
import { type ReportColumn, shown } from './columns.ts';

interface Props {
  readonly metrics: readonly ReportColumn[];
  /** The sum of each metric over all rows. */
  readonly totals: readonly number[];
  readonly isSummable: readonly boolean[];
}

/** What the rows add up to, where they do. */
export function ReportTotals({ metrics, totals, isSummable }: Props) {
  const facts = metrics.flatMap((column, at) =>
    isSummable[at] ? [[`Total ${lower(column.name)}`, written(totals[at] ?? 0, column)] as const] : [],
  );
  return facts.length > 0 ? <Facts facts={facts} /> : null;
}

/** Rounded to the cent: floating point adds digits that the rows do not have. */
const written = (total: number, column: ReportColumn): string => {
  const decimals = Math.min(2, column.decimals);
  return shown(total.toFixed(decimals), { ...column, decimals });
};
