import type { GraphQLResolveInfo } from 'graphql';
import type { DomainContext } from '../../domain/context.ts';
import { checkQuestion } from '../../domain/delivery/question.ts';
import {
  DIMENSIONS,
  readTable,
  type Table,
  type TableFilter,
  type TableRow,
} from '../../domain/delivery/table.ts';
import { isId } from '../../domain/rows.ts';
import { keysOf, partOf, tableOf } from '../../domain/typed.ts';
import { builder, DEFAULT_PAGE } from '../builder.ts';
import { Ad } from '../campaigns/ad.ts';
import { Advertiser } from '../campaigns/advertiser.ts';
import { Campaign } from '../campaigns/campaign.ts';
import { Line } from '../campaigns/line.ts';
import { Package } from '../campaigns/package.ts';
import { badArgument } from '../parts/arguments.ts';
import { OrderDirection } from '../parts/connection-types.ts';
import { globalId, idArgument } from '../parts/ids.ts';
import { loaded, loadNode } from '../parts/node.ts';
import { priced, pricedPage } from '../server/price/price.ts';
import {
  checked,
  DateRangeInput,
  DeliveryInterval,
  DeliveryMetric,
  daysAsked,
  noRate,
  ROWS_PER_DAY,
  rangeOf,
} from './arguments.ts';
import { Delivery } from './delivery.ts';

/** `delivery(input)`: a report that is answered at once. */

const MOST_ROWS = 1_000;

const DeliveryDimension = builder.enumType('DeliveryDimension', {
  description: 'The dimensions that delivery can be grouped by.',
  values: tableOf(keysOf(DIMENSIONS), (name) => ({
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

const DeliveryInput = builder.inputType('DeliveryInput', {
  description: 'The input of `delivery`.',
  fields: (t) => ({
    by: t.field({ type: [DeliveryDimension], required: true, description: 'The dimensions to group by.' }),
    range: t.field({ type: DateRangeInput, required: true, description: 'The days.' }),
    interval: t.field({
      type: DeliveryInterval,
      description: 'The length of a step. Without one, a row is about the whole range.',
    }),
    timezone: t.field({
      type: 'TimeZone',
      description:
        'The time zone of the days. Defaults to that of the advertisers if they agree, else `America/New_York`.',
    }),
    currency: t.field({
      type: 'Currency',
      description: 'The currency of amounts. Defaults to that of the advertisers if they agree, else `USD`.',
    }),
    accountIds: t.idList({ description: 'The IDs of the advertisers. Defaults to all of the seat.' }),
    filter: t.field({ type: DeliveryFilter, description: 'Filters the facts.' }),
    orderBy: t.field({ type: DeliveryTableOrder, description: 'The ordering. Defaults to time and IDs.' }),
    first: t.int({
      description: `Returns the first _n_ rows. Default ${DEFAULT_PAGE}, maximum ${MOST_ROWS}.`,
    }),
    after: t.string({ description: 'Returns the rows that come after the specified cursor.' }),
  }),
});
type Input = typeof DeliveryInput.$inferInput;

const DeliveryCountry = builder.objectRef<{ code: string; name: string }>('DeliveryCountry').implement({
  description: 'A country in which ads were shown.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The ISO 3166 alpha-2 code.' }),
    name: t.exposeString('name', { description: 'The name.' }),
  }),
});

/** The node of a column. */
const nodeOf =
  (name: 'Advertiser' | 'Campaign' | 'Line' | 'Ad' | 'Package', key: NodeKey) =>
  async (
    row: TableRow,
    _args: object,
    ctx: DomainContext,
    info: GraphQLResolveInfo,
  ): Promise<object | null> => {
    const id = row[key];
    return id === null ? null : loadNode(ctx, info, globalId(name, id));
  };
type NodeKey = 'advertiserId' | 'campaignId' | 'lineId' | 'adId' | 'packageId';

const DeliveryRow = builder.objectRef<TableRow>('DeliveryRow').implement({
  description: 'A row of a delivery table. Dimensions that it is not grouped by are null.',
  fields: (t) => ({
    advertiser: t.field({
      type: loaded(Advertiser),
      nullable: true,
      description: 'The advertiser.',
      resolve: nodeOf('Advertiser', 'advertiserId'),
    }),
    campaign: t.field({
      type: loaded(Campaign),
      nullable: true,
      description: 'The campaign. Null once it is gone.',
      resolve: nodeOf('Campaign', 'campaignId'),
    }),
    line: t.field({
      type: loaded(Line),
      nullable: true,
      description: 'The line. Null once it is gone.',
      resolve: nodeOf('Line', 'lineId'),
    }),
    ad: t.field({
      type: loaded(Ad),
      nullable: true,
      description: 'The ad. Null for facts without an ad.',
      resolve: nodeOf('Ad', 'adId'),
    }),
    country: t.field({
      type: DeliveryCountry,
      nullable: true,
      description: 'The country. Null for conversions, which know none.',
      resolve: ({ country }) => country,
    }),
    package: t.field({
      type: loaded(Package),
      nullable: true,
      description: 'The package. Null for facts without one.',
      resolve: nodeOf('Package', 'packageId'),
    }),
    start: t.expose('start', {
      type: 'DateTime',
      nullable: true,
      description: 'The beginning of the step. Null without an interval.',
    }),
    delivery: t.field({
      type: Delivery,
      description: 'The delivery.',
      resolve: ({ delivery }) => delivery,
    }),
  }),
});

const DeliveryTable = builder.objectRef<Table>('DeliveryTable').implement({
  description: 'Delivery by dimensions and steps.',
  fields: (t) => ({
    nodes: t.field({
      type: [DeliveryRow],
      description: 'The rows of the page.',
      resolve: ({ rows }) => [...rows],
    }),
    totals: t.field({
      type: Delivery,
      description: 'The delivery of all rows of all pages.',
      resolve: ({ totals }) => totals,
    }),
    totalCount: t.exposeInt('totalCount', { description: 'The number of rows on all pages.' }),
    pageInfo: t.field({
      type: builder.pageInfoRef(),
      description: 'Information about the page, to help with pagination.',
      resolve: ({ rows, offset, totalCount }) => ({
        hasNextPage: offset + rows.length < totalCount,
        hasPreviousPage: offset > 0,
        startCursor: rows.length > 0 ? cursorOf(offset + 1) : null,
        endCursor: rows.length > 0 ? cursorOf(offset + rows.length) : null,
      }),
    }),
    asOf: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The end of the last hour that has facts. Null without facts.',
      resolve: ({ totals }) => totals.asOf,
    }),
  }),
});

builder.queryField('delivery', (t) =>
  t.field({
    type: DeliveryTable,
    description: 'Returns the delivery of the seat’s advertisers by dimensions: a report answered at once.',
    extensions: priced((argument) => {
      const input = argument('input');
      const items = pricedPage(partOf(input, 'first'), { most: MOST_ROWS, byDefault: DEFAULT_PAGE });
      return { items, rows: ROWS_PER_DAY * daysAsked(partOf(input, 'range')) };
    }),
    args: {
      input: t.arg({
        type: DeliveryInput,
        required: true,
        description: 'The dimensions, range, filters and order of the table.',
      }),
    },
    resolve: async (_root, { input }, ctx) => {
      const { interval = null, timezone = null, currency = null, orderBy } = input;
      const question = { range: rangeOf(input.range), interval, timezone, currency };
      checked(() => checkQuestion(question, 'input.'));
      const table = await readTable(ctx, {
        question,
        by: [...new Set(input.by)],
        accountIds: input.accountIds ? idsOf('Advertiser', input.accountIds, 'input.accountIds') : undefined,
        filter: filterOf(input.filter),
        order: orderBy ? { metric: orderBy.metric, descending: orderBy.direction === 'DESC' } : null,
        ...pageOf(input),
      });
      if (currency !== null && !table.totals.hasRate) throw noRate(currency, 'input.currency');
      return table;
    },
  }),
);

function pageOf({ first, after }: Input): { first: number; offset: number } {
  const size = first ?? DEFAULT_PAGE;
  if (size < 1 || size > MOST_ROWS) throw badArgument('input.first', `must be from 1 to ${MOST_ROWS}`);
  if (after == null) return { first: size, offset: 0 };
  const [, offset] = /^row:(\d{1,9})$/.exec(Buffer.from(after, 'base64url').toString('latin1')) ?? [];
  if (offset === undefined) throw badArgument('input.after', 'must be a cursor of this table');
  return { first: size, offset: Number(offset) };
}

/** The row's number: figures have no other position, since each load moves them. */
const cursorOf = (row: number) => Buffer.from(`row:${row}`).toString('base64url');

const MOST_IDS = 1_000;

function idsOf(type: string, ids: readonly string[], argument: string): number[] {
  if (ids.length > MOST_IDS) throw badArgument(argument, `must have at most ${MOST_IDS} items`);
  // An ID beyond 32 bits names nothing.
  return ids.map((id) => idArgument(type, id, argument)).filter(isId);
}

function filterOf(filter: Input['filter']): TableFilter {
  const { campaignIds, lineIds, adIds, packageIds, countries } = filter ?? {};
  if (countries && countries.length > MOST_IDS)
    throw badArgument('input.filter.countries', `must have at most ${MOST_IDS} items`);
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
