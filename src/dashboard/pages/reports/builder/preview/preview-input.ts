import {
  DateRangePreset,
  DeliveryDimension,
  type DeliveryInput,
  DeliveryInterval,
  DeliveryMetric,
  OrderDirection,
  ReportHavingType,
} from '../../../../generated/graphql.ts';
import { isNumber } from '../../../../parts/fields/numbers.ts';
import { CHOSEN_DAYS } from '../choices.ts';
import { measureOf } from '../measures.ts';
import { type MetricCondition, orderOf, type ReportDraft } from '../report-draft.ts';

/** Rows of a preview. */
export const MOST_ROWS = 8;
/** Conditions on figures are applied to so many rows, which begin with those that meet the first one. */
const MOST_TRIED = 100;

interface Owner {
  readonly id: number;
  readonly currency: string;
}

export interface Previewed {
  readonly input: DeliveryInput;
  /** The total of all rows is that of the report. */
  readonly hasTotal: boolean;
  readonly currency: string;
  /** The report has other currencies than the preview. */
  readonly isConverted: boolean;
}

/** What is asked for a preview, or why there is none. */
export type Asked = Previewed | { readonly reason: string };

const BY: Readonly<Record<number, DeliveryDimension>> = {
  4: DeliveryDimension.Advertiser,
  5: DeliveryDimension.Campaign,
  6: DeliveryDimension.Line,
  10001: DeliveryDimension.Ad,
  19: DeliveryDimension.Country,
  149: DeliveryDimension.Package,
};
const STEPS: Readonly<Record<number, DeliveryInterval>> = {
  2: DeliveryInterval.Day,
  3: DeliveryInterval.Month,
  4: DeliveryInterval.Week,
  5: DeliveryInterval.Hour,
};
const PRESETS: Readonly<Record<number, DateRangePreset>> = {
  1: DateRangePreset.Today,
  2: DateRangePreset.Yesterday,
  3: DateRangePreset.ThisWeek,
  4: DateRangePreset.Last_7Days,
  5: DateRangePreset.LastWeek,
  6: DateRangePreset.Last_14Days,
  7: DateRangePreset.MonthToDate,
  8: DateRangePreset.Last_30Days,
  9: DateRangePreset.LastMonth,
  10: DateRangePreset.AllTime,
  10001: DateRangePreset.Last_90Days,
  10002: DateRangePreset.Last_365Days,
};
/** Ranges of more days than hours are counted for at once. */
const LONG: ReadonlySet<number> = new Set([10, 10001, 10002]);
const MOST_DAYS_BY_HOUR = 31;
const [ADVERTISER, OF_SEAT, OF_ADVERTISER] = [4, 1, 2];
const FILTERS: Readonly<Record<number, 'campaignIds' | 'lineIds' | 'adIds' | 'packageIds' | 'countries'>> = {
  5: 'campaignIds',
  6: 'lineIds',
  10001: 'adIds',
  149: 'packageIds',
  19: 'countries',
};

/** Conditions that have a value. */
export const conditionsOf = ({ having }: Pick<ReportDraft, 'having'>): readonly MetricCondition[] =>
  having.filter(({ value }) => isNumber(value));

/** What the service is asked for, if it has the report's rows without making the report. */
export function previewOf(
  draft: ReportDraft,
  { advertisers, seatCurrency }: { readonly advertisers: readonly Owner[]; readonly seatCurrency: string },
): Asked {
  const { dimensions, interval, timezone, isBidding } = draft;
  if (isBidding) return { reason: 'Bidding data is counted when the report runs.' };
  const by = dimensions.map((id) => BY[id]);
  if (by.includes(undefined))
    return { reason: 'Seats, advertiser groups, creatives and line types are counted when the report runs.' };
  if (isLongByHour(draft)) return { reason: 'Hours of more than 31 days are counted when the report runs.' };
  const range = rangeOf(draft);
  const filter = filterOf(draft, advertisers);
  if (!range || !filter) return { reason: 'Rows without some values are left out when the report runs.' };
  const currencies = new Set(
    advertisers
      .filter(({ id }) => !filter.advertiserIds || filter.advertiserIds.includes(String(id)))
      .map(({ currency }) => currency),
  );
  const [only] = currencies.size === 1 ? currencies : [];
  const own = draft.currency === OF_SEAT ? seatCurrency : draft.currency === OF_ADVERTISER ? only : 'USD';
  const conditions = conditionsOf(draft);
  const limit = Number(draft.limit) || undefined;
  return {
    input: {
      ...{ by: by.filter((each) => each !== undefined), range, ...filter, currency: own ?? 'USD' },
      ...(timezone && { timezone: timezone === 'Etc/GMT' ? 'UTC' : timezone }),
      ...(STEPS[interval] && { interval: STEPS[interval] }),
      ...orderIn(draft, conditions),
      first: conditions.length > 0 ? MOST_TRIED : Math.min(limit ?? MOST_ROWS, MOST_ROWS),
    },
    hasTotal: conditions.length === 0 && limit === undefined,
    currency: own ?? 'USD',
    isConverted: own === undefined,
  };
}

function isLongByHour({ interval, range, start, end }: ReportDraft): boolean {
  if (STEPS[interval] !== DeliveryInterval.Hour) return false;
  const days = (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1;
  return range === CHOSEN_DAYS ? days > MOST_DAYS_BY_HOUR : LONG.has(range);
}

function rangeOf({ range, start, end }: ReportDraft): DeliveryInput['range'] | undefined {
  if (range === CHOSEN_DAYS) return { between: { start, end } };
  const preset = PRESETS[range];
  return preset && { preset };
}

type Filtered = Pick<DeliveryInput, 'filter'> & { readonly advertiserIds?: string[] };

/** Undefined where facts cannot be filtered so. What is left out can be named for advertisers only. */
function filterOf(draft: ReportDraft, advertisers: readonly Owner[]): Filtered | undefined {
  let owners = draft.advertisers.length > 0 ? draft.advertisers.map(String) : undefined;
  const filter: { [Name in (typeof FILTERS)[number]]?: string[] } = {};
  for (const { dimension, isExcluded, values } of draft.filters) {
    if (values.length === 0) continue;
    if (dimension === ADVERTISER) {
      const all = owners ?? advertisers.map(({ id }) => String(id));
      owners = all.filter((id) => values.includes(id) !== isExcluded);
      continue;
    }
    const name = FILTERS[dimension];
    if (!name || isExcluded) return undefined;
    const before = filter[name];
    filter[name] = before ? before.filter((id) => values.includes(id)) : [...values];
  }
  return {
    ...(owners && { advertiserIds: owners }),
    ...(Object.keys(filter).length > 0 && { filter }),
  };
}

/** As the rows of the report begin: by time, else with the largest. */
function orderIn(draft: ReportDraft, conditions: readonly MetricCondition[]): Pick<DeliveryInput, 'orderBy'> {
  const [condition] = conditions;
  const order = orderOf(draft);
  const isByOrder = draft.limit.trim() !== '' || !STEPS[draft.interval];
  const wanted = condition
    ? { metric: condition.metric, isAscending: condition.type === ReportHavingType.LessThan }
    : isByOrder
      ? order
      : undefined;
  const metric = wanted && deliveryMetric(wanted.metric);
  if (!metric) return {};
  return { orderBy: { metric, direction: wanted.isAscending ? OrderDirection.Asc : OrderDirection.Desc } };
}

const deliveryMetric = (id: number): DeliveryMetric | undefined => {
  const { metric } = measureOf(id);
  return Object.values(DeliveryMetric).find((each) => each === metric);
};

/** Whether a figure meets a condition; one without a value does not. */
export function isMet({ type, value }: MetricCondition, figure: number | null): boolean {
  if (figure === null) return false;
  const bound = Number(value);
  if (type === ReportHavingType.GreaterThan) return figure > bound;
  return type === ReportHavingType.LessThan ? figure < bound : figure === bound;
}
