import { useMemo } from 'react';
import { full } from '../../../parts/figures/metrics.ts';
import { lower } from '../../../parts/words.ts';
import { Facts } from '../../tree/facts.tsx';
import type { Entry } from '../builder/choices.ts';
import { missingFor, namesOf } from '../builder/measures.ts';
import type { ReportShape } from '../shape.ts';
import { addGroups, figureIn, type Groups } from './sums.ts';

interface Props {
  readonly shape: ReportShape;
  readonly names: readonly string[];
  /** All metrics that reports have. */
  readonly metrics: readonly Entry[];
  readonly groups: readonly Groups[];
}

/** What the rows come to: sums, and ratios of sums. Amounts of several currencies are a total each. */
export function ReportTotals({ shape, names, metrics, groups }: Props) {
  const facts = useMemo(() => totalsOf(groups, shape, names, metrics), [groups, shape, names, metrics]);
  return facts.length > 0 ? <Facts facts={facts} /> : null;
}

/** `Conversion Value` → `conversion value`. */
const lowerWords = (name: string): string => name.split(' ').map(lower).join(' ');

function totalsOf(
  pages: readonly Groups[],
  { measures, metricCount }: ReportShape,
  names: readonly string[],
  metrics: readonly Entry[],
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
    const name = lowerWords(names[at] ?? '');
    const label = ratio ? (names[at] ?? '') : `Total ${name}`;
    if (totals.length > 0) return [[label, totals.join(' + ')] as const];
    const missing = missingFor(measure, measures);
    return missing.length > 0 ? [[label, `– (needs ${lowerWords(namesOf(missing, metrics))})`] as const] : [];
  });
}
