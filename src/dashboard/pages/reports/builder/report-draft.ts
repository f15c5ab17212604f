import {
  type CreateReportInput,
  type ReportHavingInput,
  ReportHavingType,
  ReportSortDirection,
} from '../../../generated/graphql.ts';
import { BIDDING, CHOSEN_DAYS } from './choices.ts';

export interface ValueCondition {
  readonly dimension: number;
  readonly isExcluded: boolean;
  /** IDs, or country codes. */
  readonly values: readonly string[];
}

export interface MetricCondition {
  readonly metric: number;
  readonly type: ReportHavingType;
  /** As it was typed; one without a value is no condition yet. */
  readonly value: string;
}

export interface ReportDraft {
  readonly range: number;
  /** `2026-01-31`, both included; only of chosen days. */
  readonly start: string;
  readonly end: string;
  readonly interval: number;
  /** None for all of the seat. */
  readonly advertisers: readonly number[];
  readonly dimensions: readonly number[];
  readonly metrics: readonly number[];
  readonly timezone: string;
  readonly currency: number;
  readonly isBidding: boolean;
  readonly limit: string;
  readonly filters: readonly ValueCondition[];
  readonly having: readonly MetricCondition[];
  /** Which rows a limit leaves; those with most of the first metric without. */
  readonly order: { readonly metric: number; readonly isAscending: boolean } | undefined;
}

export const FIRST_FILTER: ValueCondition = { dimension: 5, isExcluded: false, values: [] };
export const FIRST_CONDITION: MetricCondition = {
  metric: 1,
  type: ReportHavingType.GreaterThan,
  value: '',
};

export const FIRST_DRAFT: ReportDraft = {
  range: 4,
  start: '',
  end: '',
  interval: 2,
  advertisers: [],
  dimensions: [4],
  metrics: [1, 10001, 10002],
  timezone: '',
  currency: 4,
  isBidding: false,
  limit: '',
  filters: [FIRST_FILTER],
  having: [FIRST_CONDITION],
  order: undefined,
};

/** The metric that a limit is by: a chosen one, if it is measured, else the first. */
export function orderOf({ order, metrics }: Pick<ReportDraft, 'order' | 'metrics'>) {
  const metric = order && metrics.includes(order.metric) ? order.metric : metrics[0];
  return metric === undefined ? undefined : { metric, isAscending: order?.isAscending === true };
}

const columnsOf = (draft: ReportDraft) => {
  const order = orderOf(draft);
  if (!order) return [];
  const direction = order.isAscending ? ReportSortDirection.Ascending : ReportSortDirection.Descending;
  return [{ metricTypeId: order.metric, direction }];
};

/** All conditions must be met. */
function havingOf(conditions: readonly MetricCondition[]): ReportHavingInput | undefined {
  const havingSpecs = conditions
    .filter(({ value }) => value.trim() !== '')
    .map(({ metric, type, value }) => ({ metricTypeId: metric, type, value: value.trim() }));
  return havingSpecs.length > 1 ? { type: ReportHavingType.And, havingSpecs } : havingSpecs[0];
}

export function inputOf(draft: ReportDraft): CreateReportInput {
  const { range, start, end, interval, advertisers, dimensions, metrics, timezone, currency } = draft;
  const { isBidding, limit } = draft;
  const having = havingOf(draft.having);
  const filters = draft.filters.flatMap(filterOf);
  return {
    dateTypeId: range,
    intervalTypeId: interval,
    ...(range === CHOSEN_DAYS && {
      ...(start && { startDate: `${start}T00:00:00` }),
      ...(end && { endDate: `${end}T23:59:59` }),
    }),
    ...(isBidding && { dataSource: BIDDING }),
    ...(limit && { limitSpec: { limit: Number(limit), columns: columnsOf(draft) } }),
    reportOption: {
      dimensionTypeIds: [...dimensions],
      metricTypeIds: [...metrics],
      currency,
      ...(advertisers.length > 0 && { advertiserIds: advertisers.map(String) }),
      ...(timezone && { timezone }),
      ...(filters.length > 0 && { filterOptions: filters }),
      ...(having && { having }),
    },
  };
}

/** One without values is not a filter yet. */
function filterOf({ dimension, isExcluded, values }: ValueCondition) {
  if (values.length === 0) return [];
  return [{ dimensionTypeId: dimension, isExcluded, includeValues: values.map((id) => ({ id })) }];
}
