import {
  type EventName,
  eventNames,
  MAX_LOOKED_AT,
  MAX_NAMES,
  NAME_DAYS,
} from '../../domain/events/event/names.ts';
import { builder } from '../builder.ts';
import { rowField } from '../parts/row-field.ts';
import { ID_KEY } from '../reading/deferred-field.ts';
import { batchByKey } from '../server/batches.ts';
import { priced } from '../server/price/price.ts';
import { Pixel } from './pixel.ts';

/** Points for the events that are looked at. */
const LOOKED_AT = 20;

const NameType = builder.objectRef<EventName>('EventName').implement({
  description: 'Events of a pixel that have the same category, action and label.',
  fields: (t) => ({
    eventCategory: t.exposeString('category', {
      nullable: true,
      description: 'The event category. Null if none was sent.',
    }),
    eventAction: t.exposeString('action', {
      nullable: true,
      description: 'The event action. Null if none was sent.',
    }),
    eventLabel: t.exposeString('label', {
      nullable: true,
      description: 'The event label. Null if none was sent.',
    }),
    events: t.expose('events', { type: 'SafeInt', description: 'The number of events.' }),
    value: t.expose('value', {
      type: 'Decimal',
      nullable: true,
      description: 'The sum of their values, in US dollars. Null if none has a value.',
    }),
    latestAt: t.expose('latestAt', {
      type: 'DateTime',
      description: 'The time when the latest one arrived.',
    }),
  }),
});

rowField(Pixel, 'Pixel.eventNames', {
  type: [NameType],
  description: `The categories, actions and labels of the newest events of the pixel, those of most events first; at most ${MAX_NAMES}. Looks at ${MAX_LOOKED_AT} stored events at most, none older than ${NAME_DAYS} days.`,
  extensions: priced(() => ({ rows: LOOKED_AT, items: MAX_NAMES })),
  key: ID_KEY,
  maxItems: () => MAX_NAMES,
  open: () => async (ctx, id) =>
    (await batchByKey(ctx, ['Pixel.eventNames'], (ids: readonly number[]) => eventNames(ctx, ids))(
      Number(id),
    )) ?? [],
});
