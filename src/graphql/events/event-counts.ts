import { countEvents, type EventCount } from '../../domain/events/event/counts.ts';
import {
  MAX_REASONS,
  type RefusalReason,
  refusalReasons,
  refusalReasonsIn,
} from '../../domain/events/event/refusals.ts';
import { builder } from '../builder.ts';
import { DateRangeInput, DeliveryInterval, daysRequested } from '../delivery/arguments.ts';
import { deliveryQueryOf, stepsOf } from '../delivery/has-delivery.ts';
import { models } from '../parts/models.ts';
import { deferField, ID_KEY } from '../reading/deferred-field.ts';
import { batchByKey } from '../server/batches.ts';
import { priced } from '../server/price/price.ts';
import { sums } from '../server/price/reads.ts';
import { Pixel } from './pixel.ts';

const Count = builder.objectRef<EventCount>('EventCount').implement({
  description: 'The number of events of a pixel that arrived in one interval.',
  fields: (t) => ({
    start: t.expose('start', {
      type: 'DateTime',
      description: 'The beginning of the hour, day, week or month, or of the range.',
    }),
    accepted: t.expose('accepted', {
      type: 'SafeInt',
      description: 'The number of events that were stored.',
    }),
    refused: t.expose('refused', {
      type: 'SafeInt',
      description:
        'The number of events in requests that were refused. A request whose body could not be read counts as one.',
    }),
    shareRefused: t.exposeFloat('shareRefused', {
      nullable: true,
      description: 'The refused events as a fraction of all.',
    }),
  }),
});

type Arguments = Parameters<typeof deliveryQueryOf>[0] & {
  readonly interval?: Parameters<typeof deliveryQueryOf>[1] | undefined;
};

/** Without an interval there is one step. */
const countsOf = ({ interval, range }: Pick<Arguments, 'interval' | 'range'>): number =>
  interval == null ? 1 : stepsOf(interval, daysRequested(range));

models.prismaObjectField(Pixel, 'eventCounts', (t) =>
  t.field({
    type: [Count],
    nullable: false,
    description:
      'The events that were accepted and refused, by interval. Intervals without events are left out. Only as old as receipts are stored.',
    args: {
      range: t.arg({ type: DateRangeInput, required: true, description: 'The days, in `timezone`.' }),
      interval: t.arg({
        type: DeliveryInterval,
        description: 'The length of a step. Without one, the whole range is one step.',
      }),
      timezone: t.arg({
        type: 'TimeZone',
        description:
          'The time zone of the days, of presets such as `TODAY`, and of steps. Defaults to that of the pixel’s advertiser.',
      }),
    },
    extensions: {
      ...sums('EventReceipt', 'pixel_id'),
      ...priced((argument) => ({
        rows: 0,
        items: countsOf({
          interval: argument('interval') as Arguments['interval'],
          range: argument('range') as Arguments['range'],
        }),
      })),
    },
  }),
);

deferField<Arguments>('Pixel', 'eventCounts', {
  key: ID_KEY,
  maxItems: countsOf,
  open: ({ args }) => {
    const { range, interval, timezone } = deliveryQueryOf(args, args.interval ?? null);
    return (ctx, id) =>
      batchByKey(
        ctx,
        ['Pixel.eventCounts', JSON.stringify([range, interval, timezone])],
        (ids: readonly number[]) => countEvents(ctx, ids, { range, interval, timezone }),
      )(Number(id)).then((counts) => counts ?? []);
  },
});

export const RefusalReasonType = builder.objectRef<RefusalReason>('EventRefusalReason').implement({
  description: 'A reason why events of a pixel were refused.',
  fields: (t) => ({
    field: t.exposeString('field', {
      nullable: true,
      description:
        'The field of the event, such as `user_data.email`. Null if the reason concerns the request.',
    }),
    reason: t.exposeString('reason', { description: 'The reason, without the value that was sent.' }),
    events: t.expose('events', {
      type: 'SafeInt',
      description:
        'The number of events with this problem. At most 100 problems of a request are counted; a reason that concerns the request counts all of its events.',
    }),
    latestAt: t.expose('latestAt', { type: 'DateTime', description: 'The time of the latest one.' }),
  }),
});

models.prismaObjectField(Pixel, 'refusalReasons', (t) =>
  t.field({
    type: [RefusalReasonType],
    nullable: false,
    description: `The reasons for which events of the pixel were refused, the most frequent reasons first; at most ${MAX_REASONS}. Only as old as refusals are stored.`,
    args: {
      range: t.arg({
        type: DateRangeInput,
        description: 'The days, in `timezone`. Without them, the last seven days until now, to the hour.',
      }),
      timezone: t.arg({
        type: 'TimeZone',
        description: 'The time zone of the days. Defaults to that of the pixel’s advertiser.',
      }),
    },
    extensions: { maxItems: MAX_REASONS },
  }),
);

type ReasonArguments = Partial<Omit<Arguments, 'interval'>>;

deferField<ReasonArguments>('Pixel', 'refusalReasons', {
  key: ID_KEY,
  maxItems: () => MAX_REASONS,
  open: ({ args: { range: asked, ...args } }) => {
    const query = asked && deliveryQueryOf({ ...args, range: asked }, null);
    return (ctx, id) =>
      batchByKey(ctx, ['Pixel.refusalReasons', JSON.stringify(query ?? null)], (ids: readonly number[]) =>
        query ? refusalReasonsIn(ctx, ids, query) : refusalReasons(ctx, ids),
      )(Number(id)).then((reasons) => reasons ?? []);
  },
});
