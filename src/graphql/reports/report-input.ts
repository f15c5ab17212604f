import { builder } from '../builder.ts';

/**
 * The payload of the reporting interface (spec 3). All fields are optional, so that the domain reports the
 * problems.
 */

const ReportFilterValue = builder.inputType('ReportFilterValueInput', {
  description: 'A value of a report filter.',
  fields: (t) => ({
    id: t.id({
      description: 'The global ID or integer ID of a resource. For a country, its alpha-2 code or WOEID.',
    }),
    name: t.string({ description: 'A name for human readers. It is ignored.' }),
  }),
});

const ReportFilter = builder.inputType('ReportFilterInput', {
  description: 'A filter that includes or excludes values of a dimension.',
  fields: (t) => ({
    dimensionTypeId: t.int({ description: 'The ID of the dimension, from `reportCatalog`.' }),
    isExcluded: t.boolean({
      description:
        'Whether the values are excluded (true) or are the only ones included (false). Default false.',
    }),
    includeValues: t.field({ type: [ReportFilterValue], description: 'The values to include or exclude.' }),
  }),
});

interface Having {
  type?: string | null | undefined;
  metricTypeId?: number | null | undefined;
  value?: unknown;
  havingSpecs?: Having[] | null | undefined;
}

const ReportHaving = builder.inputRef<Having>('ReportHavingInput').implement({
  description:
    'A condition on the rows of a report: a comparison of a metric, or several conditions combined.',
  fields: (t) => ({
    type: t.field({
      type: 'ListedValue',
      description:
        'The type of condition: `equalTo`, `greaterThan` or `lessThan` to compare a metric; `and`, `or` or `not` to combine `havingSpecs`.',
    }),
    metricTypeId: t.int({
      description: 'The ID of the metric to compare, which must be one of the report’s metrics.',
    }),
    // The type of JSON is unknown, which Pothos considers non-nullable.
    value: t.field({
      type: 'JSON',
      description: 'The value to compare with, as a number or a string that contains a number.',
    }) as never,
    havingSpecs: t.field({ type: [ReportHaving], description: 'The conditions to combine.' }),
  }),
});

const ReportOption = builder.inputType('ReportOptionInput', {
  description: 'The contents of a report: its dimensions, metrics and filters.',
  fields: (t) => ({
    timezone: t.field({
      type: 'TimeZone',
      description: 'The time zone of the report. Default `America/New_York`.',
    }),
    currency: t.int({
      description: 'The ID of the currency denomination. Overrides `currency` of the report.',
    }),
    dimensionTypeIds: t.intList({
      description:
        'The IDs of the dimensions to group by, in addition to time. They are listed in `reportCatalog`.',
    }),
    metricTypeIds: t.intList({
      description: 'The IDs of the metrics to return. They are listed in `reportCatalog`.',
    }),
    filterOptions: t.field({
      type: [ReportFilter],
      description: 'Filters the report. All filters must match.',
    }),
    accountIds: t.idList({ description: 'Returns only data of the advertisers with these IDs.' }),
    having: t.field({ type: ReportHaving, description: 'Returns only rows that meet this condition.' }),
  }),
});

const ReportLimitColumn = builder.inputType('ReportLimitColumnInput', {
  description: 'A metric by which to sort a report.',
  fields: (t) => ({
    metricTypeId: t.int({ description: 'The ID of the metric, which must be one of the report’s metrics.' }),
    direction: t.field({
      type: 'ListedValue',
      description: 'The direction of the sort: `ASCENDING` or `DESCENDING`.',
    }),
  }),
});

const ReportLimit = builder.inputType('ReportLimitInput', {
  description: 'The order of a report’s rows and their maximum number.',
  fields: (t) => ({
    columns: t.field({
      type: [ReportLimitColumn],
      description: 'The metrics to sort by, in order of precedence.',
    }),
    limit: t.int({ description: 'The maximum number of rows.' }),
    type: t.string({ description: 'The type of limit. Always `default`.' }),
  }),
});

export const CreateReportInput = builder.inputType('CreateReportInput', {
  description: 'The input of `createReport`: the payload of the reporting interface.',
  fields: (t) => ({
    reportOption: t.field({ type: ReportOption, description: 'The contents of the report. Required.' }),
    dateTypeId: t.int({
      description:
        'The ID of the date range. Required. 1 today, 2 yesterday, 3 this week, 4 last 7 days, 5 last week, 6 last 14 days, 7 month to date, 8 last 30 days, 9 last month, 10 all time, 11 custom range.',
    }),
    intervalTypeId: t.int({
      description: 'The ID of the time interval. Required. 1 cumulative, 2 day, 3 month, 4 week, 5 hour.',
    }),
    startDate: t.string({
      description: 'The start of a custom range, in the format `yyyy-MM-ddTHH:mm:ss` with a UTC offset.',
    }),
    endDate: t.string({
      description: 'The end of a custom range, in the format `yyyy-MM-ddTHH:mm:ss` with a UTC offset.',
    }),
    currency: t.int({
      description:
        'The ID of the currency denomination: 1 seat, 2 advertiser, 3 campaign, 4 US dollars (default).',
    }),
    dataSource: t.int({
      description: 'The ID of the data source. 15 selects bidding data, which bidding metrics require.',
    }),
    limitSpec: t.field({ type: ReportLimit, description: 'The order of the rows and their maximum number.' }),
    limit: t.field({ type: ReportLimit, description: 'An alias of `limitSpec`.' }),
  }),
});

const TYPED_ID = /^(?:Advertiser|Campaign|Line|Ad|Package|Seat|AccountGroup):(\d{1,15})$/;

/** Converts global IDs to the numbers of the REST payload. */
export function reportPayload(input: object): unknown {
  return JSON.parse(JSON.stringify(input), (name, value) => {
    if (name === 'accountIds' && Array.isArray(value)) return value.map(plainId);
    return name === 'id' ? plainId(value) : value;
  });
}

function plainId(id: unknown): unknown {
  return typeof id === 'string' ? id.replace(TYPED_ID, '$1') : id;
}
