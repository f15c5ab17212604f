import { DELIVERY } from '../../../warehouse/delivery/notify.ts';
import type { DomainContext } from '../../context.ts';
import { endableGenerator, type LastSent, type Revocable, states } from '../../notifications/live/source.ts';
import { type Delivery, emptyDelivery } from './delivery.ts';
import type { DeliveryQuery } from './delivery-query.ts';
import { type Measures, measuresOfField } from './metrics.ts';
import { readCoalesced } from './read-coalesced.ts';

interface Watch {
  readonly ctx: DomainContext;
  readonly advertiserId: number;
  readonly query: DeliveryQuery;
  /** The measures to follow. Changes of others are ignored. */
  readonly measures: Measures;
}

/** Read again after this time, because a range such as today changes without a message. */
const AGAIN_MS = 60_000;

/** Yields the advertiser's current delivery, then again whenever it changes. */
export function watchDelivery(options: Watch): Revocable<Delivery> {
  const lastSent: LastSent<Delivery> = {};
  return Object.assign(
    endableGenerator((signal) => states(totals(options), signal, lastSent)),
    {
      takeBack: () => {
        lastSent.last = undefined;
      },
    },
  );
}

/** The source shared by all streams in this process with the same range, time zone and currency. */
const totals = ({ ctx, advertiserId, query, measures }: Watch) => ({
  system: ctx,
  key: `delivery of ${advertiserId} for ${ctx.seatId}: ${JSON.stringify([query, [...measures].sort()])}`,
  channel: DELIVERY,
  read: async (before: Delivery | undefined, messages: readonly (readonly number[] | undefined)[]) => {
    const isMeant = messages.length === 0 || messages.some((ids) => !ids || ids.includes(advertiserId));
    if (before && !isMeant) return { state: before, rereadAfterMs: AGAIN_MS };
    const [point] = await readCoalesced(ctx, {
      ...{ level: 'Advertiser', id: advertiserId, query, measures },
    });
    if (!point) throw new Error('An advertiser without delivery.');
    const delivery = only(measures, point.delivery);
    const same = before && JSON.stringify(before) === JSON.stringify(delivery);
    return { state: same ? before : delivery, rereadAfterMs: AGAIN_MS };
  },
});

/** Removes the measures that only other streams requested. */
function only(measures: Measures, delivery: Delivery): Delivery {
  const { currency, hasRate } = delivery;
  const requested = Object.entries(delivery).filter(([field]) =>
    measuresOfField(field).every((measure) => measures.has(measure)),
  );
  return { ...emptyDelivery(currency), ...Object.fromEntries(requested), currency, hasRate };
}
