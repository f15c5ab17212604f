import {
  CURRENCY_IDS,
  REPORT_CURRENCY,
  REPORT_DIMENSION,
  REPORT_METRIC,
} from '../../domain/reporting/report/payload/enums.ts';
import { DateRangeInput, DeliveryInterval } from '../delivery/arguments.ts';
import { OrderDirection } from '../parts/connection-types.ts';
import {
  type AnyInput,
  type InputFieldBuilder,
  type InputFields,
  inputObject,
} from '../parts/input-object.ts';
import { enumOf } from '../parts/values/enums.ts';

/** The types of report fields with names, next to those of the reporting interface with numbers. */

const ReportDimension = enumOf(REPORT_DIMENSION);
const ReportMetric = enumOf(REPORT_METRIC);

const Filter = inputObject(
  'ReportNamedFilterInput',
  'A filter on a dimension. One of `in` and `notIn`.',
  (t) => ({
    dimension: t.field({ type: ReportDimension, required: true, description: 'The dimension.' }),
    in: t.idList({
      description:
        'The IDs of the only resources included, global or integer. For a country, its alpha-2 code or WOEID. For a line type, its media type, such as `VIDEO`.',
    }),
    notIn: t.idList({ description: 'The IDs of the resources excluded.' }),
  }),
);

const Having: AnyInput = inputObject(
  'ReportConditionInput',
  'A condition on the rows of a report. All that is given must hold.',
  (t, self) => ({
    metric: t.field({
      type: ReportMetric,
      description: 'The metric to compare, one of the report’s metrics.',
    }),
    eq: t.field({ type: 'Decimal', description: 'Equal to this value.' }),
    gt: t.field({ type: 'Decimal', description: 'Greater than this value.' }),
    lt: t.field({ type: 'Decimal', description: 'Less than this value.' }),
    and: t.field({ type: [self], description: 'All of these conditions must hold.' }),
    or: t.field({ type: [self], description: 'One of these conditions must hold.' }),
    not: t.field({ type: self, description: 'This condition must not hold.' }),
  }),
);

const Order = inputObject(
  'ReportOrderByInput',
  'A metric by which the rows of a report are sorted.',
  (t) => ({
    metric: t.field({
      type: ReportMetric,
      required: true,
      description: 'The metric, one of the report’s metrics.',
    }),
    direction: t.field({ type: OrderDirection, description: 'The direction. Default `ASC`.' }),
  }),
);

export const namedFields = (t: InputFieldBuilder): InputFields => ({
  range: t.field({
    type: DateRangeInput,
    description: 'The days, in the report’s time zone. Required by names.',
  }),
  interval: t.field({
    type: DeliveryInterval,
    description: 'The steps of time. One row for the whole range without.',
  }),
  dimensions: t.field({
    type: [ReportDimension],
    description: 'The dimensions to group by, in addition to time.',
  }),
  metrics: t.field({
    type: [ReportMetric],
    description: 'The metrics to return, at least one. Required by names.',
  }),
  filter: t.field({ type: [Filter], description: 'Filters the report. All filters must match.' }),
  having: t.field({ type: Having, description: 'Returns only rows that meet this condition.' }),
  orderBy: t.field({
    type: [Order],
    description: 'The metrics to sort by, in order of precedence. By time without.',
  }),
  first: t.int({ description: 'The maximum number of rows.' }),
  currency: t.field({
    type: enumOf(REPORT_CURRENCY),
    description: `The currency of amounts: ${[...CURRENCY_IDS.keys()].join(', ')}. Default \`USD\`. By numbers, use \`reportOption.currency\`.`,
  }),
  timezone: t.field({
    type: 'TimeZone',
    description: 'The time zone of the report, one of `dictionary.timezones`. `UTC` stands for `Etc/GMT`.',
  }),
});
