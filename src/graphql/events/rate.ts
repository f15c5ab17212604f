import type { DomainContext } from '../../domain/context.ts';
import {
  countedInRedis,
  type EventRate,
  eventRateFrom,
  eventRateSql,
} from '../../domain/events/event/rate.ts';
import type { Call } from '../../resources/define/expression.ts';
import { builder } from '../builder.ts';
import { Advertiser } from '../campaigns/advertiser.ts';
import { rowField } from '../parts/row-field.ts';
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
  key: ({ column, bind }) => `${column('id')} || ' ' || ${eventRateSql(column('id'), bind(now, 'bigint'))}`,
  open: () => (ctx, key) => {
    const space = key.indexOf(' ');
    const rate = key.slice(space + 1);
    return ctx.redis ? countedRate(ctx, Number(key.slice(0, space)), rate) : eventRateFrom(rate);
  },
});

const now = ({ ctx }: Call) => ctx.now().getTime();

async function countedRate(ctx: DomainContext, advertiserId: number, rate: string): Promise<EventRate> {
  const load = batchByKey(
    ctx,
    ['Advertiser.eventRate'],
    async (ids: readonly number[]) => (await countedInRedis(ctx, ids)) ?? new Map<number, number>(),
  );
  return eventRateFrom(rate, await load(advertiserId));
}
