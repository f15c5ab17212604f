import { ReportHavingType } from '../../generated/graphql.ts';
import { isWhole } from '../../parts/fields/numbers.ts';
import type { DRAFT_SEARCH } from './builder/draft-search.ts';
import {
  FIRST_DRAFT,
  type MetricCondition,
  type ReportDraft,
  type ValueCondition,
} from './builder/report-draft.ts';

/** What the address says, by its names. */
export type DraftSearch = { readonly [Name in (typeof DRAFT_SEARCH)[number]]?: string | undefined };

const listOf = (ids: readonly (number | string)[]) => ids.join(',');
const numbersIn = (text: string): readonly number[] => text.split(',').filter(isWhole).map(Number);

const TYPES = Object.values(ReportHavingType);

/** Such as `6:not:1,2` and `10002:greaterThan:100`; several are separated by a semicolon. */
const partsIn = (text: string): readonly (readonly string[])[] =>
  text.split(';').map((part) => part.split(':'));
const whereText = ({ dimension, isExcluded, values }: ValueCondition) =>
  `${dimension}:${isExcluded ? 'not' : 'is'}:${values.map(encodeURIComponent).join(',')}`;
const havingText = ({ metric, type, value }: MetricCondition) => `${metric}:${type}:${value}`;

/** The parts of a draft that differ from the first one. */
export function searchOf(draft: ReportDraft, first: ReportDraft): DraftSearch {
  const { filters, having, metrics, order } = draft;
  const all = {
    range: String(draft.range),
    from: draft.start,
    to: draft.end,
    rows: String(draft.interval),
    group: listOf(draft.dimensions),
    measure: listOf(metrics),
    currency: String(draft.currency),
    timezone: draft.timezone,
    bidding: draft.isBidding ? 'yes' : '',
    limit: draft.limit,
    order: order ? `${order.metric}:${order.isAscending ? 'asc' : 'desc'}` : '',
    advertisers: listOf(draft.advertisers),
    where: filters
      .filter(({ values }) => values.length > 0)
      .map(whereText)
      .join(';'),
    having: having
      .filter(({ value }) => value !== '')
      .map(havingText)
      .join(';'),
  };
  const usual: Partial<typeof all> = {
    range: String(first.range),
    rows: String(first.interval),
    group: listOf(first.dimensions),
    measure: listOf(first.metrics),
    currency: String(first.currency),
    timezone: first.timezone,
  };
  return Object.fromEntries(
    Object.entries(all).filter(([name, text]) => text !== (usual[name as keyof typeof all] ?? '')),
  );
}

/** The address at which a draft is opened from another page. Without a zone, it gets that of the page. */
export const openingSearch = (draft: Partial<ReportDraft>): DraftSearch =>
  searchOf({ ...FIRST_DRAFT, ...draft }, FIRST_DRAFT);

/** The draft that an address is about; what means nothing there is left out. */
export function draftOf(search: DraftSearch, first: ReportDraft): ReportDraft {
  const { range, from, to, rows, group, measure, currency, timezone, bidding, limit, order, advertisers } =
    search;
  const whole = (text: string | undefined, usual: number) => (text && isWhole(text) ? Number(text) : usual);
  return {
    ...first,
    range: whole(range, first.range),
    start: from ?? '',
    end: to ?? '',
    interval: whole(rows, first.interval),
    dimensions: group === undefined ? first.dimensions : numbersIn(group),
    metrics: measure === undefined ? first.metrics : numbersIn(measure),
    currency: whole(currency, first.currency),
    timezone: timezone ?? first.timezone,
    isBidding: bidding === 'yes',
    limit: limit ?? '',
    order: orderIn(order),
    advertisers: numbersIn(advertisers ?? ''),
    filters: filtersIn(search.where) ?? FIRST_DRAFT.filters,
    having: conditionsIn(search.having) ?? FIRST_DRAFT.having,
  };
}

function orderIn(text = ''): ReportDraft['order'] {
  const [metric = '', direction] = text.split(':');
  return isWhole(metric) ? { metric: Number(metric), isAscending: direction === 'asc' } : undefined;
}

function filtersIn(text: string | undefined): readonly ValueCondition[] | undefined {
  if (!text) return undefined;
  return partsIn(text).flatMap(([dimension = '', is, values = '']) =>
    isWhole(dimension)
      ? [
          {
            dimension: Number(dimension),
            isExcluded: is === 'not',
            values: values.split(',').filter(Boolean).map(decodeURIComponent),
          },
        ]
      : [],
  );
}

function conditionsIn(text: string | undefined): readonly MetricCondition[] | undefined {
  if (!text) return undefined;
  return partsIn(text).flatMap(([metric = '', named, value = '']) => {
    const type = TYPES.find((each) => each === named);
    return isWhole(metric) && type ? [{ metric: Number(metric), type, value }] : [];
  });
}
