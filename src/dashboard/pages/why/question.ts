import type { DeliveryDimension } from '../../generated/graphql.ts';
import type { Sum } from '../../parts/figures/metrics.ts';
import { METRICS } from '../../parts/figures/metrics.ts';
import { type Days, today } from '../../parts/period/days.ts';
import type { MetricName } from '../delivery/metrics.ts';
import { factsOf, PARTS, type Subject } from '../delivery/subject.ts';

/** Figures that can be compared part by part: those of the parts add up. */
export const ADDED = ['SPEND', 'IMPRESSIONS', 'CLICKS', 'CONVERSIONS'] as const;
export type Added = (typeof ADDED)[number];

export type Dimension = `${DeliveryDimension}`;

/** What is asked: why a figure of something differs between two ranges. */
export interface Question {
  /** Undefined for the seat. */
  readonly subject: Subject | undefined;
  readonly days: Days;
  readonly compared: Days;
  /** Where the days are not over, the moment up to which the compared ones count. */
  readonly until: string | undefined;
  readonly metric: MetricName;
  /** That of the figures that are asked about. */
  readonly currency: string;
}

/** How a question is answered. */
export interface AnswerOptions {
  readonly by: Dimension;
  readonly metric: Added;
  readonly timezone: string;
}

/** A rate changes with its sums, which can be compared. */
export const addedOf = (metric: MetricName): Added =>
  ADDED.find((name) => name === metric) ?? SUMS_OF[metric] ?? 'CLICKS';

const SUMS_OF: Readonly<Partial<Record<MetricName, Added>>> = {
  CPM: 'IMPRESSIONS',
  CPA: 'CONVERSIONS',
  CONVERSION_VALUE: 'CONVERSIONS',
  RETURN_ON_AD_SPEND: 'CONVERSIONS',
};

export const sumOf = (metric: Added): Sum => METRICS[metric].sum;

/** Parts by which the question can be answered. The hours of a country are not known apart. */
export const dimensionsOf = ({ subject, until }: Question): readonly Dimension[] =>
  PARTS[subject?.type ?? 'Seat'].filter((name) => name !== 'COUNTRY' || until === undefined);

export const DIMENSION_NAMES: Readonly<Record<Dimension, string>> = {
  ADVERTISER: 'Advertisers',
  CAMPAIGN: 'Campaigns',
  LINE: 'Lines',
  AD: 'Ads',
  COUNTRY: 'Countries',
  PACKAGE: 'Packages',
};

/** Of each range. All countries fit. */
const rowsOf = (by: Dimension): number => (by === 'COUNTRY' ? 250 : 20);

/** What finds those that changed most. */
export function moversAsked(
  { subject, days, compared, currency }: Question,
  { by, metric, timezone }: AnswerOptions,
) {
  const { advertiserIds, filter } = factsOf(subject);
  return {
    ...{ by: [by], range: { between: days }, before: { between: compared }, timezone, currency },
    ...{ advertiserIds, facts: filter, order: { metric, direction: 'DESC' as const }, rows: rowsOf(by) },
  };
}

/** What compares them. */
export const movedAsked = (
  { days, compared, until, currency }: Question,
  { ids, timezone }: { readonly ids: readonly string[]; readonly timezone: string },
) => ({
  ...{ ids: [...ids], timezone, currency },
  ...{ range: { between: days }, before: { between: compared } },
  tail: {
    between: {
      start: until === undefined ? compared.end : today(timezone, Date.parse(until)),
      end: compared.end,
    },
  },
  isOpen: until !== undefined,
});
