import { type CreateReportInput, ReportHavingType, ReportSortDirection } from '../../../generated/graphql.ts';
import { canonical } from '../saved/saved-name.ts';
import { DEFAULT_ZONE } from '../zones.ts';
import { BIDDING, DEFAULT_CURRENCY } from './choices.ts';
import { FIRST_DRAFT, inputOf, type MetricCondition, type ReportDraft } from './report-draft.ts';

const TYPES = Object.values(ReportHavingType);

/** The conditions of a payload. */
function havingIn(
  having: NonNullable<CreateReportInput['reportOption']>['having'],
): readonly MetricCondition[] {
  if (!having) return FIRST_DRAFT.having;
  return (having.havingSpecs ?? [having]).flatMap(({ metricTypeId, type: named, value }) => {
    const type = TYPES.find((each) => each === named);
    return type && metricTypeId != null ? [{ metric: metricTypeId, type, value: String(value ?? '') }] : [];
  });
}

const firstTen = (time: unknown): string => (typeof time === 'string' ? time.slice(0, 10) : '');

function draftIn(payload: CreateReportInput): ReportDraft {
  const { dateTypeId, intervalTypeId, startDate, endDate, dataSource, limitSpec, reportOption } = payload;
  const { dimensionTypeIds, metricTypeIds, currency, timezone, advertiserIds, filterOptions, having } =
    reportOption ?? {};
  const [column] = limitSpec?.columns ?? [];
  return {
    range: dateTypeId ?? FIRST_DRAFT.range,
    start: firstTen(startDate),
    end: firstTen(endDate),
    interval: intervalTypeId ?? FIRST_DRAFT.interval,
    advertisers: (advertiserIds ?? []).map(Number),
    dimensions: dimensionTypeIds ?? [],
    metrics: metricTypeIds ?? [],
    timezone: timezone ?? DEFAULT_ZONE,
    currency: currency ?? DEFAULT_CURRENCY,
    isBidding: dataSource === BIDDING,
    limit: limitSpec?.limit == null ? '' : String(limitSpec.limit),
    filters: filterOptions
      ? filterOptions.map(({ dimensionTypeId, isExcluded, includeValues }) => ({
          dimension: Number(dimensionTypeId),
          isExcluded: isExcluded === true,
          values: (includeValues ?? []).map(({ id }) => String(id)),
        }))
      : FIRST_DRAFT.filters,
    having: havingIn(having),
    order: column && {
      metric: column.metricTypeId,
      isAscending: column.direction === ReportSortDirection.Ascending,
    },
  };
}

/** A report as the builder shows it; undefined for one that it cannot make, such as some of partners' reports. */
export function draftOfPayload(payload: unknown): ReportDraft | undefined {
  try {
    const draft = draftIn(payload as CreateReportInput);
    const { reportOption, ...others } = payload as CreateReportInput;
    const { timezone, currency } = draft;
    const asked = { ...others, reportOption: { ...reportOption, timezone, currency } };
    return canonical(inputOf(draft)) === canonical(asked) ? draft : undefined;
  } catch {
    return undefined;
  }
}
