import type { DomainContext } from '../../domain/context.ts';
import { type EventRate, eventRates, UNUSED } from '../../domain/events/event/rate.ts';
import { builder } from '../builder.ts';
import { Advertiser } from '../campaigns/advertiser.ts';
import { rowField } from '../parts/row-field.ts';
import { ID_KEY } from '../reading/deferred-field.ts';
import { batchByKey } from '../server/batches.ts';

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
