import { DELIVERY } from '../../../warehouse/delivery/notify.ts';
import type { DomainContext } from '../../context.ts';
import { type LastSent, type Revocable, signalled, states } from '../../notifications/live/source.ts';
import { type Delivery, nothing } from './delivery.ts';
import { type Measures, measuresOfField } from './metrics.ts';
import type { Question } from './question.ts';
import { readCoalesced } from './read-coalesced.ts';

interface Watch {
  readonly ctx: DomainContext;
  readonly advertiserId: number;
  readonly question: Question;
  /** What is followed: others neither are read nor make a new state. */
  readonly measures: Measures;
}

/** A range such as today moves on by itself. */
const AGAIN_MS = 60_000;

/** The advertiser's delivery as it stands, then whenever it changes. */
export function watchDelivery(options: Watch): Revocable<Delivery> {
  const lastSent: LastSent<Delivery> = {};
  return Object.assign(
    signalled((signal) => states(totals(options), signal, lastSent)),
    {
      takeBack: () => {
        lastSent.last = undefined;
      },
    },
  );
}

/** What all streams of the same question in this process are told from. */
const totals = ({ ctx, advertiserId, question, measures }: Watch) => ({
  system: ctx,
  key: `delivery of ${advertiserId} for ${ctx.seatId}: ${JSON.stringify([question, [...measures].sort()])}`,
  channel: DELIVERY,
  read: async (before: Delivery | undefined, messages: readonly (readonly number[] | undefined)[]) => {
    const isMeant = messages.length === 0 || messages.some((ids) => !ids || ids.includes(advertiserId));
    if (before && !isMeant) return { state: before, againMs: AGAIN_MS };
    const [point] = await readCoalesced(ctx, {
      ...{ level: 'Advertiser', id: advertiserId, about: question, measures },
    });
    if (!point) throw new Error('An advertiser without delivery.');
    const delivery = only(measures, point.delivery);
    const same = before && JSON.stringify(before) === JSON.stringify(delivery);
    return { state: same ? before : delivery, againMs: AGAIN_MS };
  },
});

/** Without the figures that other streams asked for. */
function only(measures: Measures, delivery: Delivery): Delivery {
  const { currency, hasRate } = delivery;
  const requested = Object.entries(delivery).filter(([field]) =>
    measuresOfField(field).every((measure) => measures.has(measure)),
  );
  return { ...nothing(currency), ...Object.fromEntries(requested), currency, hasRate };
}
