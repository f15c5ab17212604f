import { builder } from './builder.ts';

/** The REST payload's names (spec 3, reporting payload); all optional, so that the domain says what is wrong. */

const ReportFilterValue = builder.inputType('ReportFilterValueInput', {
  description: 'One id of a filter.',
  fields: (t) => ({
    id: t.id({ description: 'Id of a resource, global or number; of a country its alpha-2 code or WOEID.' }),
    name: t.string({ description: 'For the reader; ignored.' }),
  }),
});

const ReportFilter = builder.inputType('ReportFilterInput', {
  description: 'Keeps or leaves out some values of a dimension.',
  fields: (t) => ({
    dimensionTypeId: t.int({ description: 'Which dimension; ids are in `reportCatalog`.' }),
    isExcluded: t.boolean({
      description: 'True leaves the values out; false, the default, keeps only them.',
    }),
    includeValues: t.field({ type: [ReportFilterValue], description: 'The values.' }),
  }),
});

interface Having {
  type?: string | null | undefined;
  metricTypeId?: number | null | undefined;
  value?: unknown;
  havingSpecs?: Having[] | null | undefined;
}

const ReportHaving = builder.inputRef<Having>('ReportHavingInput').implement({
  description: 'A condition on a row: a comparison of a metric, or several joined.',
  fields: (t) => ({
    type: t.field({
      type: 'ListedValue',
      description: 'equalTo, greaterThan, lessThan; and, or, not to join the havingSpecs.',
    }),
    metricTypeId: t.int({ description: 'Of a comparison: a metric that the report asks for.' }),
    // The type of JSON is unknown, which Pothos takes for one that must not be null.
    value: t.field({ type: 'JSON', description: 'Of a comparison: a number, or one as text.' }) as never,
    havingSpecs: t.field({ type: [ReportHaving], description: 'What is joined.' }),
  }),
});

const ReportOption = builder.inputType('ReportOptionInput', {
  description: 'What a report measures, by what, of what.',
  fields: (t) => ({
    timezone: t.field({ type: 'TimeZone', description: 'America/New_York unless given.' }),
    currency: t.int({ description: 'As outside; this one wins.' }),
    dimensionTypeIds: t.intList({ description: 'What to group by, beside time.' }),
    metricTypeIds: t.intList({ description: 'What to measure; ids are in `reportCatalog`.' }),
    filterOptions: t.field({ type: [ReportFilter], description: 'All must hold.' }),
    accountIds: t.idList({ description: 'Only these advertisers.' }),
    having: t.field({ type: ReportHaving, description: 'Only rows that meet it.' }),
  }),
});

const ReportLimitColumn = builder.inputType('ReportLimitColumnInput', {
  description: 'A metric to sort by.',
  fields: (t) => ({
    metricTypeId: t.int({ description: 'A metric that the report asks for.' }),
    direction: t.field({ type: 'ListedValue', description: 'ASCENDING or DESCENDING.' }),
  }),
});

const ReportLimit = builder.inputType('ReportLimitInput', {
  description: 'How many rows, in which order.',
  fields: (t) => ({
    columns: t.field({ type: [ReportLimitColumn], description: 'What to sort by, the first first.' }),
    limit: t.int({ description: 'Most rows.' }),
    type: t.string({ description: 'default.' }),
  }),
});

export const CreateReportInput = builder.inputType('CreateReportInput', {
  description: 'What `createReport` takes: the payload of the reporting interface.',
  fields: (t) => ({
    reportOption: t.field({ type: ReportOption, description: 'What to measure; required.' }),
    dateTypeId: t.int({
      description:
        'Required: 1 today, 2 yesterday, 3 this week, 4 last 7 days, 5 last week, 6 last 14 days, 7 month to date, 8 last 30 days, 9 last month, 10 all time, 11 custom range.',
    }),
    intervalTypeId: t.int({ description: 'Required: 1 cumulative, 2 day, 3 month, 4 week, 5 hour.' }),
    startDate: t.string({ description: 'Of a custom range: yyyy-MM-ddTHH:mm:ss with the UTC offset.' }),
    endDate: t.string({ description: 'Of a custom range: yyyy-MM-ddTHH:mm:ss with the UTC offset.' }),
    currency: t.int({ description: '1 seat, 2 advertiser, 3 campaign, 4 USD (the default).' }),
    dataSource: t.int({ description: '15 for bidding metrics.' }),
    limitSpec: t.field({ type: ReportLimit, description: 'Sorts and cuts.' }),
    limit: t.field({ type: ReportLimit, description: 'Another name of limitSpec.' }),
  }),
});

const TYPED_ID = /^(?:Advertiser|Campaign|Line|Package|Seat|AccountGroup):(\d{1,15})$/;

/** Global ids become the numbers that the payload has on REST. */
export function reportPayload(input: object): unknown {
  return JSON.parse(JSON.stringify(input), (name, value) => {
    if (name === 'accountIds' && Array.isArray(value)) return value.map(plainId);
    return name === 'id' ? plainId(value) : value;
  });
}

function plainId(id: unknown): unknown {
  return typeof id === 'string' ? id.replace(TYPED_ID, '$1') : id;
}
