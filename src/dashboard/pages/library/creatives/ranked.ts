import { figureOf, type MetricName } from '../../../parts/figures/metrics.ts';
import { type Delivering, sumOf } from '../delivering.ts';

interface Row {
  readonly ad: { readonly id: string; readonly creative: { readonly id: string } } | null;
  readonly delivery: Delivering['delivery'];
}

/** The IDs of creatives in the order of what their ads did together; those without a value come last. */
export function ranked(rows: readonly Row[], metric: MetricName, isDescending: boolean): readonly string[] {
  const ads = new Map<string, Delivering[]>();
  for (const { ad, delivery } of rows) {
    if (!ad) continue;
    const own = ads.get(ad.creative.id) ?? [];
    ads.set(ad.creative.id, [...own, { id: ad.id, delivery }]);
  }
  const valued = [...ads].map(([id, own]) => ({ id, value: figureOf(metric, sumOf(own)) }));
  const turn = isDescending ? -1 : 1;
  return valued
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      return turn * (a.value - b.value);
    })
    .map(({ id }) => id);
}
