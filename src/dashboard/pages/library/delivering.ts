import type { DashboardFiguresFragment } from '../../generated/graphql.ts';
import { addSums, sumsOf } from '../../parts/figures/metrics.ts';

/** An ad or a line with what it delivered in the days of the page. */
export interface Delivering {
  readonly id: string;
  readonly delivery: DashboardFiguresFragment;
}

/** What several delivered together, in one currency. */
export const sumOf = (all: readonly Delivering[]) => addSums(all.map(({ delivery }) => sumsOf(delivery)));

/** The currency of what they delivered; another where nothing says it. */
export const currencyOf = (all: readonly Delivering[], other: string): string =>
  all[0]?.delivery.spend.currency ?? other;

/** Amounts in several currencies have no sum. */
export const hasOneCurrency = (all: readonly Delivering[]): boolean =>
  new Set(all.map(({ delivery }) => delivery.spend.currency)).size === 1;
