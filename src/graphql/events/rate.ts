import type { DomainContext } from '../../domain/context.ts';
import { type EventRate, eventRates, UNUSED } from '../../domain/events/event/rate.ts';
import { type EventRefusals, listRefusals, MAX_REFUSED } from '../../domain/events/event/refusals.ts';
import { builder } from '../builder.ts';
import { Advertiser } from '../campaigns/advertiser.ts';
import { globalId } from '../parts/ids.ts';
import { loaded, loadNode } from '../parts/node.ts';
import { rowField } from '../parts/row-field.ts';
import { ID_KEY } from '../reading/deferred-field.ts';
import { batchByKey } from '../server/batches.ts';
import { Pixel } from './pixel.ts';

const Rate = builder.objectRef<EventRate>('EventRate').implement({
  description: 'The rate at which an advertiser’s events arrive, and its limit.',
  fields: (t) => ({
    limit: t.exposeInt('limit', { description: 'The number of events that any second can have.' }),
    used: t.exposeInt('used', { description: 'The number of events accepted within the last second.' }),
  }),
});

rowField(Advertiser, 'Advertiser.eventRate', {
  type: Rate,
  description: 'The rate of the events sent for the pixels of the advertiser.',
  key: ID_KEY,
  open: () => (ctx, id) => loadRate(ctx, Number(id)),
});

async function loadRate(ctx: DomainContext, advertiserId: number): Promise<EventRate> {
  const load = batchByKey(ctx, ['Advertiser.eventRate'], (ids: readonly number[]) => eventRates(ctx, ids));
  // The advertiser of a dry run no longer exists.
  return (await load(advertiserId)) ?? UNUSED;
}

const Refusals = builder.objectRef<EventRefusals>('EventRefusals').implement({
  description: 'Requests for a pixel that were refused within the last 24 hours.',
  fields: (t) => ({
    pixel: t.field({
      type: loaded(Pixel),
      nullable: true,
      description: 'The pixel. Null once it is gone.',
      resolve: ({ pixelId }, _args, ctx, info) => loadNode(ctx, info, globalId('Pixel', pixelId)),
    }),
    requests: t.exposeInt('requests', { description: 'The number of requests.' }),
    latestAt: t.expose('latestAt', { type: 'DateTime', description: 'The time of the latest one.' }),
  }),
});

builder.queryField('eventRefusals', (t) =>
  t.field({
    type: [Refusals],
    description: `Returns the pixels of the seat for which requests were refused within the last 24 hours, those with most refusals first; at most ${MAX_REFUSED}.`,
    extensions: { mostItems: MAX_REFUSED },
    resolve: (_root, _args, ctx) => listRefusals(ctx),
  }),
);
