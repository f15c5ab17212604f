import { useRead } from '../../api/use-read.ts';
import { DashboardHoursDocument } from '../../generated/graphql.ts';
import { Figure } from '../../parts/figures/figure.tsx';
import { figureOf, full, METRICS, type MetricName } from '../../parts/figures/metrics.ts';
import { compact, number } from '../../parts/format.ts';
import { lengthOf } from '../../parts/period/days.ts';
import { pointsOf } from '../delivery/course-data.ts';
import { usePageCurrency } from '../delivery/currency.ts';
import { titleOf } from '../delivery/metrics.ts';
import { usePeriod } from '../delivery/use-period.ts';
import { type Hour, hoursOfWeek } from './bid-hours.ts';
import type { LineFound } from './line.tsx';

/** What was delivered in the hours of the week, to be shown in their cells. */
export interface HourFigures {
  readonly textOf: (hour: Hour) => string;
  readonly shownOf: (hour: Hour) => React.ReactNode;
  /** From 0 to 4 among the hours of the week; undefined where nothing was delivered. */
  readonly heatOf: (hour: Hour) => number | undefined;
}

/** What helps to decide about a bid. */
export const HOUR_METRICS = ['SPEND', 'CLICKS', 'CTR', 'CONVERSIONS', 'CPA', 'RETURN_ON_AD_SPEND'] as const;
export type HourMetric = (typeof HOUR_METRICS)[number];

/** As many days as the service answers by hour. */
export const MAX_DAYS = 31;
const HEATS = 5;

/** Short enough for the cell of an hour. */
function shortOf(value: number | null, metric: MetricName): string {
  if (value === null) return '';
  const { kind } = METRICS[metric];
  if (kind === 'percent') return number(value * 100, { maximumFractionDigits: 2 });
  return value >= 100 ? compact(value) : number(value, { maximumSignificantDigits: 2 });
}

/** A figure of a line for each hour of the week in the page’s days; undefined while it is read or none is asked for. */
export function useHourFigures(line: LineFound, metric: HourMetric | undefined): HourFigures | undefined {
  const { period } = usePeriod();
  const { currency: chosen } = usePageCurrency();
  const { timezone } = line.advertiser;
  const isAsked = metric !== undefined && lengthOf(period.days) <= MAX_DAYS;
  const variables = { id: line.id, range: { between: period.days }, timezone, currency: chosen };
  const { data } = useRead(DashboardHoursDocument, variables, { enabled: isAsked }).result;
  if (!isAsked || !data?.node || !('hours' in data.node)) return undefined;
  const hours = hoursOfWeek(pointsOf(data.node.hours), timezone);
  const currency = data.node.hours[0]?.delivery.spend.currency ?? line.advertiser.currency;
  const figureAt = (hour: Hour) => {
    const sums = hours.get(hour);
    return sums ? figureOf(metric, sums) : null;
  };
  const { kind } = METRICS[metric];
  const sorted = [...hours.keys()].flatMap((hour) => figureAt(hour) ?? []).sort((one, other) => one - other);
  return {
    textOf: (hour) => `${titleOf(metric)} ${full(figureAt(hour), kind, currency)}`,
    shownOf: (hour) => {
      const [weekday, at = ''] = hour.split('-');
      const scope = { node: line.id, weekday, hour: at.padStart(2, '0'), timezone };
      const value = figureAt(hour);
      return (
        <Figure className="cell-figure" {...{ metric, kind, currency, value, scope }}>
          {shortOf(value, metric)}
        </Figure>
      );
    },
    heatOf: (hour) => {
      const value = figureAt(hour);
      if (value === null || sorted.length === 0) return undefined;
      return Math.min(HEATS - 1, Math.floor((sorted.indexOf(value) / sorted.length) * HEATS));
    },
  };
}
