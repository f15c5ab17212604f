import { full } from '../../../parts/figures/metrics.ts';
import { lower } from '../../../parts/words.ts';
import type { Entry } from '../builder/choices.ts';
import { missingFor, namesOf } from '../builder/measures.ts';
import type { ReportShape } from '../shape.ts';
import { addGroups, figureIn, type Groups } from './sums.ts';

/** What the rows come to in one measure. */
export interface Total {
  /** One for each currency. */
  readonly figures: readonly string[];
  /** Why there is none. */
  readonly reason?: string | undefined;
}

/** Sums, and ratios of sums, in the order of the measures. Amounts of several currencies are a total each. */
export function totalsOf(
  pages: readonly Groups[],
  { measures, metricCount }: Pick<ReportShape, 'measures' | 'metricCount'>,
  metrics: readonly Entry[],
): readonly Total[] {
  const timeOf = () => '';
  const own = addGroups(pages, metricCount, { timeOf });
  const all = addGroups(pages, metricCount, { timeOf, currencyOf: () => '' });
  return measures.map((measure, at) => {
    const { kind, metric } = measure;
    const isOwn = kind === 'money' || metric === 'RETURN_ON_AD_SPEND';
    const figures = [...(isOwn ? own : all)].flatMap(([currency, times]) => {
      const group = times.get('');
      const value = group && figureIn(group, measures, at);
      if (value === undefined || (isOwn && currency === '')) return [];
      const figure = full(value, kind, currency);
      return [isOwn && kind !== 'money' && own.size > 1 ? `${figure} (${currency})` : figure];
    });
    if (figures.length > 0) return { figures };
    const missing = missingFor(measure, measures);
    const reason =
      missing.length > 0
        ? `Add ${lower(namesOf(missing, metrics))} to the report for its total.`
        : 'The rows add up several currencies.';
    return { figures: ['–'], reason };
  });
}
