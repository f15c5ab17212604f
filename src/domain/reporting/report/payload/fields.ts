import { defineEnum, valuesOf } from '../../../../resources/define/enum-type.ts';
import {
  BIDDING_DATA_SOURCE,
  CUSTOM_RANGE,
  DATE_TYPE_IDS,
  DATE_TYPES,
  DEFAULT_ZONE,
  DENOMINATIONS,
  DIMENSIONS,
  INTERVALS,
  METRICS,
  ZONES,
} from './catalogue.ts';
import type { About, PayloadField, PayloadType } from './payload-types.ts';

/** The format of a custom range's dates. */
export const DATE_FORMAT = 'yyyy-MM-ddTHH:mm:ss, with or without a UTC offset';
const REPORT_LIMIT_TYPE = defineEnum('ReportLimitType', 'The types of a report’s limit.', {
  default: 'The only type.',
});
const REPORT_HAVING_TYPE = defineEnum('ReportHavingType', 'The types of a condition on rows of a report.', {
  and: 'All conditions must be met.',
  or: 'One of the conditions must be met.',
  not: 'None of the conditions must be met.',
  equalTo: 'The metric equals the value.',
  greaterThan: 'The metric is greater than the value.',
  lessThan: 'The metric is less than the value.',
});
const REPORT_SORT_DIRECTION = defineEnum('ReportSortDirection', 'The directions in which rows are sorted.', {
  ASCENDING: 'From the smallest value.',
  DESCENDING: 'From the greatest value.',
});
export const [LIMIT_TYPE = 'default'] = valuesOf(REPORT_LIMIT_TYPE);
export const COMPARISONS = ['equalTo', 'greaterThan', 'lessThan'] as const;
export const GROUPS = ['and', 'or', 'not'] as const;
export const DIRECTIONS = valuesOf(REPORT_SORT_DIRECTION);

export const MAX_IDS = 100_000;
/** The maximum number of filters, dimensions, metrics, columns or conditions. */
export const MAX_PARTS = 100;
export const MAX_ROWS = 1_000_000_000;

const named = (entries: readonly (readonly [id: unknown, name: string])[]): string =>
  entries.map(([id, name]) => `${id} ${name}`).join(', ');
const idsOf = (entries: object): number[] => Object.keys(entries).map(Number);

const whole = (description: string, more: Partial<About> = {}): PayloadField => ({
  is: 'integer',
  description,
  ...more,
});
const listOf = (of: PayloadField, description: string, more: Partial<About> = {}): PayloadField => ({
  is: 'list',
  of,
  description,
  max: MAX_PARTS,
  ...more,
});

const currency = whole(
  `The ID of the currency denomination: ${named(Object.entries(DENOMINATIONS))}. Default USD.`,
  { choices: idsOf(DENOMINATIONS) },
);

const FilterValue: PayloadType = {
  name: 'ReportFilterValue',
  description: 'A value of a report filter.',
  fields: () => ({
    id: {
      is: 'id or code',
      description:
        'The ID of a resource. For a country, its alpha-2 code or WOEID. For a line type, its media type, such as `VIDEO`.',
      required: true,
    },
    name: { is: 'text', description: 'A name for human readers. It is ignored.' },
  }),
};

const Filter: PayloadType = {
  name: 'ReportFilter',
  description: 'A filter that includes or excludes values of a dimension.',
  fields: () => ({
    dimensionTypeId: whole('The ID of the dimension.', { required: true }),
    isExcluded: {
      is: 'flag',
      description:
        'Whether the values are excluded (true) or are the only ones included (false). Default false.',
    },
    includeValues: listOf(
      { is: 'object', type: FilterValue, description: '' },
      'The values to include or exclude.',
      { required: true, min: 1, max: MAX_IDS },
    ),
  }),
};

export const Condition: PayloadType = {
  name: 'ReportHaving',
  description:
    'A condition on the rows of a report: a comparison of a metric, or several conditions combined.',
  fields: () => ({
    type: {
      is: 'enum',
      enumType: REPORT_HAVING_TYPE,
      description:
        'The type of condition: `equalTo`, `greaterThan` or `lessThan` to compare a metric; `and`, `or` or `not` to combine `havingSpecs`.',
      required: true,
    },
    metricTypeId: whole('The ID of the metric to compare, which must be one of the report’s metrics.'),
    value: {
      is: 'number',
      description: 'The value to compare with, as a number or a string that contains a number.',
    },
    havingSpecs: listOf({ is: 'object', type: Condition, description: '' }, 'The conditions to combine.', {
      min: 1,
    }),
  }),
};

export const ReportOption: PayloadType = {
  name: 'ReportOption',
  description: 'The contents of a report: its dimensions, metrics and filters.',
  fields: () => ({
    timezone: {
      is: 'zone',
      description: `The time zone of the report. Default \`${DEFAULT_ZONE}\`.`,
      choices: ZONES,
    },
    currency: {
      ...currency,
      description: `${currency.description} Overrides \`currency\` of the report.`,
    },
    dimensionTypeIds: listOf(
      whole(''),
      `The IDs of the dimensions to group by, in addition to time: ${named(DIMENSIONS.map(({ id, name }) => [id, name]))}.`,
    ),
    metricTypeIds: listOf(
      whole(''),
      `The IDs of the metrics to return: ${named(METRICS.map(({ id, name }) => [id, name]))}.`,
      { required: true, min: 1 },
    ),
    filterOptions: listOf(
      { is: 'object', type: Filter, description: '' },
      'Filters the report. All filters must match.',
    ),
    accountIds: listOf(
      { is: 'id', description: '' },
      'Returns only data of the advertisers with these IDs.',
      { max: MAX_IDS, graphql: 'advertiserIds' },
    ),
    having: { is: 'object', type: Condition, description: 'Returns only rows that meet this condition.' },
  }),
};

const Column: PayloadType = {
  name: 'ReportLimitColumn',
  description: 'A metric by which to sort a report.',
  fields: () => ({
    metricTypeId: whole('The ID of the metric, which must be one of the report’s metrics.', {
      required: true,
    }),
    direction: {
      is: 'enum',
      enumType: REPORT_SORT_DIRECTION,
      description: 'The direction of the sort: `ASCENDING` or `DESCENDING`.',
      required: true,
    },
  }),
};

const Limit: PayloadType = {
  name: 'ReportLimit',
  description: 'The order of a report’s rows and their maximum number.',
  fields: () => ({
    columns: listOf(
      { is: 'object', type: Column, description: '' },
      'The metrics to sort by, in order of precedence.',
      { required: true },
    ),
    limit: whole('The maximum number of rows.', { required: true, min: 1, max: MAX_ROWS }),
    type: {
      is: 'enum',
      enumType: REPORT_LIMIT_TYPE,
      description: `The type of limit. Always \`${LIMIT_TYPE}\`.`,
    },
  }),
};

const DATE_TEXT = `in the format ${DATE_FORMAT.replace(/^\S+(?=,)/, '`$&`')}`;

export const Payload: PayloadType = {
  name: 'CreateReport',
  description: 'The contents of a report.',
  fields: () => ({
    reportOption: {
      is: 'object',
      type: ReportOption,
      description: 'The contents of the report.',
      required: true,
    },
    dateTypeId: whole(
      `The ID of the date range: ${named(Object.entries(DATE_TYPES).map(([name, id]) => [id, name.toLowerCase().replaceAll('_', ' ')]))}.`,
      { choices: DATE_TYPE_IDS, required: true },
    ),
    intervalTypeId: whole(`The ID of the time interval: ${named(Object.entries(INTERVALS))}.`, {
      choices: idsOf(INTERVALS),
      required: true,
    }),
    startDate: {
      is: 'text',
      description: `The start of a custom range, ${DATE_TEXT}. Required for date range ${CUSTOM_RANGE}.`,
    },
    endDate: {
      is: 'text',
      description: `The end of a custom range, inclusive, ${DATE_TEXT}. Required for date range ${CUSTOM_RANGE}.`,
    },
    currency,
    dataSource: whole(
      `The ID of the data source. ${BIDDING_DATA_SOURCE} selects bidding data, which bidding metrics require.`,
    ),
    limitSpec: { is: 'object', type: Limit, description: 'The order of the rows and their maximum number.' },
    limit: { is: 'object', type: Limit, description: 'An alias of `limitSpec`.', aliasOf: 'limitSpec' },
  }),
};
