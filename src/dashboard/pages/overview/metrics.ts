import type { DashboardFiguresFragment } from '../../generated/graphql.ts';
import { compact, money, number, percent } from '../../parts/format.ts';
import { words } from '../../parts/words.ts';

type Delivery = DashboardFiguresFragment;

/** The figures of the overview: how each is read from a delivery, and how it is written. */
export const METRICS = {
  SPEND: {
    of: ({ spend }: Delivery) => Number(spend.amount),
    write: (value: number, currency: string) => money(value, currency, { maximumFractionDigits: 0 }),
    brief: (value: number, currency: string) => money(value, currency, { notation: 'compact' }),
  },
  IMPRESSIONS: {
    of: ({ impressions }: Delivery) => impressions,
    write: (value: number) => number(value),
    brief: (value: number) => compact(value),
  },
  CLICKS: {
    of: ({ clicks }: Delivery) => clicks,
    write: (value: number) => number(value),
    brief: (value: number) => compact(value),
  },
  CONVERSIONS: {
    of: ({ conversions }: Delivery) => conversions,
    write: (value: number) => number(value),
    brief: (value: number) => compact(value),
  },
  CTR: {
    of: ({ ctr }: Delivery) => ctr ?? 0,
    write: (value: number) => percent(value, 2),
    brief: (value: number) => percent(value, 2),
  },
} as const;

export type MetricName = keyof typeof METRICS;
/** As reports name it. */
export const titleOf = (metric: MetricName): string => (metric === 'CTR' ? 'Click rate' : words(metric));
export const METRIC_NAMES = Object.keys(METRICS) as MetricName[];
