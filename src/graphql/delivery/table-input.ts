import { DIMENSIONS, type TableFilter } from '../../domain/reporting/delivery/table.ts';
import { keysOf, recordOf } from '../../platform/text/typed.ts';
import { isId } from '../../resources/define/rows.ts';
import { builder, DEFAULT_PAGE } from '../builder.ts';
import { badArgument } from '../parts/arguments.ts';
import { OrderDirection } from '../parts/connection-types.ts';
import { idArgument } from '../parts/values/ids.ts';
import { DateRangeInput, DeliveryInterval, DeliveryMetric } from './arguments.ts';

/** The maximum number of rows of `delivery(input)`. */

export const MAX_ROWS = 1_000;

const DeliveryDimension = builder.enumType('DeliveryDimension', {
  description: 'The dimensions that delivery can be grouped by.',
  values: recordOf(keysOf(DIMENSIONS), (name) => ({
    description: `One row for each ${name.toLowerCase()}.`,
  })),
});

const DeliveryFilter = builder.inputType('DeliveryFilter', {
  description: 'Filters the facts of a delivery table. All conditions must match.',
  fields: (t) => ({
    campaignIds: t.idList({ description: 'Counts facts of these campaigns.' }),
    lineIds: t.idList({ description: 'Counts facts of these lines.' }),
    adIds: t.idList({ description: 'Counts facts of these ads.' }),
    packageIds: t.idList({ description: 'Counts facts of these packages.' }),
    countries: t.stringList({ description: 'Counts facts of these countries, by alpha-2 code.' }),
  }),
});

const DeliveryTableOrder = builder.inputType('DeliveryTableOrder', {
  description: 'The ordering of a delivery table.',
  fields: (t) => ({
    metric: t.field({ type: DeliveryMetric, required: true, description: 'The metric to order by.' }),
    direction: t.field({
      type: OrderDirection,
      description: 'The direction of the ordering. Default `ASC`. Rows without a value come last.',
    }),
  }),
});

export const DeliveryInput = builder.inputType('DeliveryInput', {
  description: 'The input of `delivery`.',
  fields: (t) => ({
    by: t.field({ type: [DeliveryDimension], required: true, description: 'The dimensions to group by.' }),
    range: t.field({ type: DateRangeInput, required: true, description: 'The days, in `timezone`.' }),
    interval: t.field({
      type: DeliveryInterval,
      description: 'The length of a step. Without one, a row is about the whole range.',
    }),
    timezone: t.field({
      type: 'TimeZone',
      description:
        'The time zone of the days, of presets such as `TODAY`, and of steps. Defaults to that of the advertisers, or of those that own the campaigns, lines and ads of the filter, if they agree, else `America/New_York`. The seat’s time zone applies only if it is passed here.',
    }),
    currency: t.field({
      type: 'Currency',
      description:
        'The currency of amounts. Defaults to that of the advertisers, or of those that own the campaigns, lines and ads of the filter, if they agree, else `USD`. The seat’s currency applies only if it is passed here.',
    }),
    advertiserIds: t.idList({ description: 'The IDs of the advertisers. Defaults to all of the seat.' }),
    filter: t.field({ type: DeliveryFilter, description: 'Filters the facts.' }),
    orderBy: t.field({ type: DeliveryTableOrder, description: 'The ordering. Defaults to time and IDs.' }),
    first: t.int({
      description: `Returns the first _n_ rows. Default ${DEFAULT_PAGE}, maximum ${MAX_ROWS}.`,
    }),
    after: t.string({ description: 'Returns the rows that come after the specified cursor.' }),
  }),
});
type Input = typeof DeliveryInput.$inferInput;

export function pageOf({ first, after }: Input): { first: number; offset: number } {
  const size = first ?? DEFAULT_PAGE;
  if (size < 1 || size > MAX_ROWS) throw badArgument('input.first', `must be from 1 to ${MAX_ROWS}`);
  return { first: size, offset: after == null ? 0 : offsetOf(after, 'input.after', 'this table') };
}

/** Returns the row number in a cursor. */
export function offsetOf(cursor: string, argument: string, of = 'this list'): number {
  const [, offset] = /^row:(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (offset === undefined) throw badArgument(argument, `must be a cursor of ${of}`);
  return Number(offset);
}

const MAX_IDS = 1_000;

export function idsOf(type: string, ids: readonly string[], argument: string): number[] {
  if (ids.length > MAX_IDS) throw badArgument(argument, `must have at most ${MAX_IDS} items`);
  // No object has an ID beyond 32 bits.
  return ids.map((id) => idArgument(type, id, argument)).filter(isId);
}

export function filterOf(filter: Input['filter']): TableFilter {
  const { campaignIds, lineIds, adIds, packageIds, countries } = filter ?? {};
  if (countries && countries.length > MAX_IDS)
    throw badArgument('input.filter.countries', `must have at most ${MAX_IDS} items`);
  const ids = (type: string, given: readonly string[] | null | undefined, name: string) =>
    given ? { [name]: idsOf(type, given, `input.filter.${name}`) } : {};
  return {
    ...ids('Campaign', campaignIds, 'campaignIds'),
    ...ids('Line', lineIds, 'lineIds'),
    ...ids('Ad', adIds, 'adIds'),
    ...ids('Package', packageIds, 'packageIds'),
    ...(countries && { countries: countries.filter((code) => /^[A-Z]{2}$/.test(code)) }),
  };
}

/** The cursor is the row's number, because measures change with each load and cannot identify a position. */
export const cursorOf = (row: number) => Buffer.from(`row:${row}`).toString('base64url');
