import { outcomeOf, type Refused } from '../../../api/outcome.ts';
import { useDryRun } from '../../../api/use-dry-run.ts';
import {
  type CreateReportInput,
  DashboardCreateReportDocument,
  type ReportHavingInput,
  ReportHavingType,
  ReportSortDirection,
} from '../../../generated/graphql.ts';
import { isNumber, isWhole, NUMBER_WANTED, WHOLE_NUMBER_WANTED } from '../../../parts/fields/numbers.ts';
import { issueAt } from '../../../parts/issue.ts';
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

/** Fields of a report's payload by their names on the page. */
const CALLED: Readonly<Record<string, string>> = {
  startDate: 'First day',
  endDate: 'Last day',
  'limitSpec.limit': 'Row limit',
  'reportOption.metricTypeIds': 'Measure',
  'reportOption.dimensionTypeIds': 'Group by',
  'reportOption.timezone': 'Time zone',
};

const wordsIn = ({ issues, message }: Refused): readonly string[] =>
  issues.size > 0 ? [...issues].map(([path, text]) => issueAt(path, text, CALLED[path])) : [message];

/** One without values is not a filter yet. */
function filterOf({ dimension, isExcluded, values }: ValueCondition) {
  if (values.length === 0) return [];
  return [{ dimensionTypeId: dimension, isExcluded, includeValues: values.map((id) => ({ id })) }];
}

/** Values that cannot be sent, by their fields. */
export function wrongIn({ limit, having }: ReportDraft): {
  readonly limit?: string;
  readonly having?: string;
} {
  return {
    ...(limit.trim() !== '' && !isWhole(limit) && { limit: WHOLE_NUMBER_WANTED }),
    ...(having.some(({ value }) => value.trim() !== '' && !isNumber(value)) && { having: NUMBER_WANTED }),
  };
}

/** What the service says against the report as it stands, asked as one chooses. */
export function useRefusal(draft: ReportDraft) {
  const wrong = wrongIn(draft);
  const isSendable = Object.keys(wrong).length === 0;
  const tried = useDryRun(DashboardCreateReportDocument, isSendable ? { input: inputOf(draft) } : undefined);
  const { data, isCurrent, problem } = tried;
  if (!isSendable) return { tried, said: [], wrong, isReady: false };
  if (problem) return { tried, said: [problem.message], wrong, isReady: false };
  const { refusal } = data ? outcomeOf(data.createReport) : {};
  if (!refusal) return { tried, said: [], wrong, isReady: isCurrent };
  return { tried, said: wordsIn(refusal), wrong, isReady: false };
}
