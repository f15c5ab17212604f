import { DELIVERY } from '../../warehouse/delivery/tell.ts';
import type { DomainContext } from '../context.ts';
import type { Bell } from '../live/bell.ts';
import { belled, states } from '../live/source.ts';
import type { Delivery } from './figures.ts';
import type { Figures } from './metrics.ts';
import type { Question } from './question.ts';
import { readDelivery } from './read.ts';

interface Watch {
  readonly ctx: DomainContext;
  readonly advertiserId: number;
  readonly question: Question;
  /** What is followed: others neither are read nor make a new state. */
  readonly figures: Figures;
}

/** A range such as today moves on by itself. */
const AGAIN_MS = 60_000;

/** The advertiser's delivery as it stands, then whenever it changes. */
export const watchDelivery = (options: Watch): AsyncGenerator<Delivery> =>
  belled((bell) => watch(options, bell));

async function* watch(options: Watch, bell: Bell): AsyncGenerator<Delivery, void, undefined> {
  yield* states(totals(options), bell);
}

/** What all streams of the same question in this process are told from. */
const totals = ({ ctx, advertiserId, question, figures }: Watch) => ({
  system: ctx,
  key: `delivery of ${advertiserId} for ${ctx.seatId}: ${JSON.stringify([question, [...figures].sort()])}`,
  channel: DELIVERY,
  read: async (before: Delivery | undefined, messages: readonly (readonly number[] | undefined)[]) => {
    const isMeant = messages.length === 0 || messages.some((ids) => !ids || ids.includes(advertiserId));
    if (before && !isMeant) return { state: before, againMs: AGAIN_MS };
    const [[point] = []] = await readDelivery(ctx, [
      { level: 'Advertiser', id: advertiserId, about: question, figures },
    ]);
    if (!point) throw new Error('An advertiser without delivery.');
    const same = before && JSON.stringify(before) === JSON.stringify(point.delivery);
    return { state: same ? before : point.delivery, againMs: AGAIN_MS };
  },
});
