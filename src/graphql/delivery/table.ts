import type { GraphQLResolveInfo } from 'graphql';
import type { DomainContext } from '../../domain/context.ts';
import { checkDeliveryQuery } from '../../domain/reporting/delivery/delivery-query.ts';
import { readTable, type Table, type TableRow } from '../../domain/reporting/delivery/table.ts';
import { partOf } from '../../platform/text/typed.ts';
import { builder, DEFAULT_PAGE } from '../builder.ts';
import { Ad } from '../campaigns/ad.ts';
import { Advertiser } from '../campaigns/advertiser.ts';
import { Campaign } from '../campaigns/campaign.ts';
import { Line } from '../campaigns/line.ts';
import { Package } from '../campaigns/package.ts';
import { asLoadedType, loadNode } from '../parts/node.ts';
import { globalId } from '../parts/values/ids.ts';
import { priced, pricedPage } from '../server/price/price.ts';
import { checked, daysRequested, noRate, ROWS_PER_DAY, rangeOf } from './arguments.ts';
import { Delivery } from './delivery.ts';
import { measuresShown } from './measures-selected.ts';
import { cursorOf, DeliveryInput, filterOf, idsOf, MAX_ROWS, pageOf } from './table-input.ts';

/** The types of `delivery(input)`, a report that is returned immediately. */

const DeliveryCountry = builder.objectRef<{ code: string; name: string }>('DeliveryCountry').implement({
  description: 'A country in which ads were shown.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The ISO 3166 alpha-2 code.' }),
    name: t.exposeString('name', { description: 'The name.' }),
  }),
});

/** Returns a resolver of the node that a column refers to. */
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

const packageOf = nodeOf('Package', 'packageId');

const DeliveryRow = builder.objectRef<TableRow>('DeliveryRow').implement({
  description: 'A row of a delivery table. Dimensions that it is not grouped by are null.',
  fields: (t) => ({
    advertiser: t.field({
      type: asLoadedType(Advertiser),
      nullable: true,
      description: 'The advertiser.',
      resolve: nodeOf('Advertiser', 'advertiserId'),
    }),
    campaign: t.field({
      type: asLoadedType(Campaign),
      nullable: true,
      description: 'The campaign. Null once it is gone.',
      resolve: nodeOf('Campaign', 'campaignId'),
    }),
    line: t.field({
      type: asLoadedType(Line),
      nullable: true,
      description: 'The line. Null once it is gone.',
      resolve: nodeOf('Line', 'lineId'),
    }),
    ad: t.field({
      type: asLoadedType(Ad),
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
      type: asLoadedType(Package),
      nullable: true,
      description:
        'The package. Null for facts without one. One that has no name shows its ID, as in reports.',
      resolve: async (row, args, ctx, info) => {
        const { packageId } = row;
        const found = await packageOf(row, args, ctx, info);
        return found ?? (packageId === null ? null : { id: packageId, name: String(packageId) });
      },
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
      description:
        'The end of the last hour that has facts of delivery; while that hour runs, its beginning. Conversions do not count. Null without such facts.',
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
      const items = pricedPage(partOf(input, 'first'), { most: MAX_ROWS, byDefault: DEFAULT_PAGE });
      return { items, rows: ROWS_PER_DAY * daysRequested(partOf(input, 'range')) };
    }),
    args: {
      input: t.arg({
        type: DeliveryInput,
        required: true,
        description: 'The dimensions, range, filters and order of the table.',
      }),
    },
    resolve: async (_root, { input }, ctx, info) => {
      const { interval = null, timezone = null, currency = null, orderBy } = input;
      const query = { range: rangeOf(input.range), interval, timezone, currency };
      checked(() => checkDeliveryQuery(query, 'input.'));
      const table = await readTable(ctx, {
        query,
        by: [...new Set(input.by)],
        advertiserIds: input.advertiserIds
          ? idsOf('Advertiser', input.advertiserIds, 'input.advertiserIds')
          : undefined,
        filter: filterOf(input.filter),
        order: orderBy ? { metric: orderBy.metric, descending: orderBy.direction === 'DESC' } : null,
        ...pageOf(input),
        measures: measuresShown(info),
      });
      if (currency !== null && !table.totals.hasRate) throw noRate(currency, 'input.currency');
      return table;
    },
  }),
);
