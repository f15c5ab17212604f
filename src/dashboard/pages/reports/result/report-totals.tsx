import { useMemo } from 'react';
import { full } from '../../../parts/figures/metrics.ts';
import { lower } from '../../../parts/words.ts';
import { Facts } from '../../tree/facts.tsx';
import type { ReportShape } from '../shape.ts';
import { addGroups, figureIn, type Groups } from './sums.ts';

interface Props {
  readonly shape: ReportShape;
  readonly names: readonly string[];
  readonly groups: readonly Groups[];
}

/** What the rows come to: sums, and ratios of sums. Amounts of several currencies are a total each. */
export function ReportTotals({ shape, names, groups }: Props) {
  const facts = useMemo(() => totalsOf(groups, shape, names), [groups, shape, names]);
  return facts.length > 0 ? <Facts facts={facts} /> : null;
}

function totalsOf(
  pages: readonly Groups[],
  { measures, metricCount }: ReportShape,
  names: readonly string[],
): readonly (readonly [string, string])[] {
  const timeOf = () => '';
  const own = addGroups(pages, metricCount, { timeOf });
  const all = addGroups(pages, metricCount, { timeOf, currencyOf: () => '' });
  return measures.flatMap((measure, at) => {
    const { kind, ratio, metric } = measure;
    const isOwn = kind === 'money' || metric === 'RETURN_ON_AD_SPEND';
    const totals = [...(isOwn ? own : all)].flatMap(([currency, times]) => {
      const group = times.get('');
      const value = group && figureIn(group, measures, at);
      if (value === undefined || (isOwn && currency === '')) return [];
      return [full(value, kind, currency)];
    });
    const name = lower(names[at] ?? '');
    return totals.length > 0
      ? [[ratio ? (names[at] ?? '') : `Total ${name}`, totals.join(' + ')] as const]
      : [];
  });
}
