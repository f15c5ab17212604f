import DataLoader from 'dataloader';
import type { DomainContext } from '../../domain/context.ts';
import { type Delivery as DeliveryData, emptyDelivery } from '../../domain/reporting/delivery/delivery.ts';
import { checkDeliveryQuery, type DeliveryQuery } from '../../domain/reporting/delivery/delivery-query.ts';
import { LEVELS, levelOf } from '../../domain/reporting/delivery/levels.ts';
import { type DeliveryRequest, type Point, readDelivery } from '../../domain/reporting/delivery/read.ts';
import { isKeyOf } from '../../platform/text/typed.ts';
import { builder } from '../builder.ts';
import { deferField, ID_KEY } from '../reading/deferred-field.ts';
import { type Price, priced } from '../server/price/price.ts';
import { checked, DateRangeInput, DeliveryInterval, daysRequested, noRate, rangeOf } from './arguments.ts';
import { Delivery } from './delivery.ts';
import { measuresShown } from './measures-selected.ts';

const loaders = new WeakMap<DomainContext, DataLoader<DeliveryRequest, Point[], DeliveryRequest>>();

/** Reads all delivery that a request needs at one moment by one statement, whatever the rows and ranges. */
export function loadDelivery(ctx: DomainContext, requested: DeliveryRequest): Promise<Point[]> {
  const known = loaders.get(ctx);
  const loader =
    known ??
    new DataLoader<DeliveryRequest, Point[], DeliveryRequest>((all) => readDelivery(ctx, all), {
      cache: false,
    });
  if (!known) loaders.set(ctx, loader);
  return loader.load(requested);
}

export const DeliveryPoint = builder.objectRef<Point>('DeliveryPoint').implement({
  description: 'The delivery in one interval of a series.',
  fields: (t) => ({
    start: t.expose('start', {
      type: 'DateTime',
      description: 'The beginning of the hour, day, week or month.',
    }),
    delivery: t.field({
      type: Delivery,
      description: 'The delivery in the interval.',
      resolve: ({ delivery }) => delivery,
    }),
  }),
});

/** The roll-up has a row per day. */
const perDay: Price = (argument) => ({ rows: daysRequested(argument('range')) });
const perStep: Price = (argument) => {
  const days = daysRequested(argument('range'));
  return { rows: days, items: stepsOf(argument('interval'), days) };
};

/** Returns the largest number of intervals in a period of this many days. */
export function stepsOf(interval: unknown, days: number): number {
  const steps = { HOUR: days * 24, DAY: days, WEEK: days / 7 + 2, MONTH: days / 28 + 2 };
  return Math.ceil(typeof interval === 'string' && isKeyOf(steps, interval) ? steps[interval] : days);
}

/** What has delivery: its fields are resolved here for all that implement it. */
export const HasDelivery = builder.interfaceRef<{ id: number }>('HasDelivery').implement({
  description: 'An object that delivers: an advertiser, a campaign, a line or an ad.',
  fields: (t) => {
    const shared = {
      range: t.arg({ type: DateRangeInput, required: true, description: 'The days, in `timezone`.' }),
      timezone: t.arg({
        type: 'TimeZone',
        description:
          'The time zone of the days, of presets such as `TODAY`, and of steps. Defaults to the advertiser’s.',
      }),
      currency: t.arg({
        type: 'Currency',
        description: 'The currency of amounts. Defaults to the advertiser’s.',
      }),
    };
    return {
      delivery: t.field({
        type: Delivery,
        description: 'The delivery in a range of days.',
        extensions: priced(perDay),
        args: shared,
        resolve: ({ id }, args, ctx, info) =>
          deliveryOpened(levelOf(info.parentType.name), { args, measures: measuresShown(info) })(ctx, id),
      }),
      deliverySeries: t.field({
        type: [DeliveryPoint],
        description: 'The delivery in a range of days by interval. Intervals without facts are left out.',
        extensions: priced(perStep),
        args: {
          ...shared,
          interval: t.arg({ type: DeliveryInterval, required: true, description: 'The length of a step.' }),
        },
        resolve: ({ id }, args, ctx, info) =>
          seriesOpened(levelOf(info.parentType.name), { args, measures: measuresShown(info) })(ctx, id),
      }),
    };
  },
});

for (const level of Object.keys(LEVELS).map(levelOf)) {
  deferField<Arguments>(level, 'delivery', {
    key: ID_KEY,
    open: (call) => {
      const load = deliveryOpened(level, call);
      return (ctx, id) => load(ctx, Number(id));
    },
  });
  deferField<Arguments & Steps>(level, 'deliverySeries', {
    key: ID_KEY,
    maxItems: ({ interval, range }) => stepsOf(interval, daysRequested(range)),
    open: (call) => {
      const load = seriesOpened(level, call);
      return (ctx, id) => load(ctx, Number(id));
    },
  });
}

interface Opened<Given> {
  readonly args: Given;
  readonly measures: NonNullable<DeliveryRequest['measures']>;
}

/** Returns a function that loads `delivery` of a row with these arguments. Throws for an invalid range. */
function deliveryOpened(level: DeliveryRequest['level'], { args, measures }: Opened<Arguments>) {
  const query = deliveryQueryOf(args, null);
  return async (ctx: DomainContext, id: number) =>
    deliveryOf(query, await loadDelivery(ctx, { level, id, query, measures }));
}

function seriesOpened(level: DeliveryRequest['level'], { args, measures }: Opened<Arguments & Steps>) {
  const query = deliveryQueryOf(args, args.interval);
  return async (ctx: DomainContext, id: number) =>
    seriesOf(query, await loadDelivery(ctx, { level, id, query, measures }));
}

interface Steps {
  readonly interval: DeliveryQuery['interval'];
}
interface Arguments {
  readonly range: Parameters<typeof rangeOf>[0];
  readonly timezone?: string | null | undefined;
  readonly currency?: string | null | undefined;
}

export function deliveryQueryOf(
  { range, timezone = null, currency = null }: Arguments,
  interval: DeliveryQuery['interval'],
): DeliveryQuery {
  const query = { range: rangeOf(range), interval, timezone, currency };
  checked(() => checkDeliveryQuery(query));
  return query;
}

/** Returns the value of `delivery`. */
function deliveryOf(query: DeliveryQuery, [point]: readonly Point[]): DeliveryData {
  return withRate(query, point?.delivery ?? emptyDelivery(query.currency ?? 'USD'));
}

/** Returns the value of `deliverySeries`. */
function seriesOf(query: DeliveryQuery, points: readonly Point[]): Point[] {
  for (const { delivery } of points) withRate(query, delivery);
  return [...points];
}

/** Throws if a requested currency has no rate. If the advertiser's own currency has none, only amounts fail. */
function withRate<D extends { hasRate: boolean }>({ currency }: DeliveryQuery, delivery: D): D {
  if (currency !== null && !delivery.hasRate) throw noRate(currency);
  return delivery;
}
