import { DELIVERY } from '../../warehouse/delivery/tell.ts';
import type { DomainContext } from '../context.ts';
import { belled, type Revocable, states, type Told } from '../live/source.ts';
import { type Delivery, nothing } from './figures.ts';
import { type Figures, figuresOfField } from './metrics.ts';
import type { Question } from './question.ts';
import { readTogether } from './read-together.ts';

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
export function watchDelivery(options: Watch): Revocable<Delivery> {
  const told: Told<Delivery> = {};
  return Object.assign(
    belled((bell) => states(totals(options), bell, told)),
    {
      takeBack: () => {
        told.last = undefined;
      },
    },
  );
}

/** What all streams of the same question in this process are told from. */
const totals = ({ ctx, advertiserId, question, figures }: Watch) => ({
  system: ctx,
  key: `delivery of ${advertiserId} for ${ctx.seatId}: ${JSON.stringify([question, [...figures].sort()])}`,
  channel: DELIVERY,
  read: async (before: Delivery | undefined, messages: readonly (readonly number[] | undefined)[]) => {
    const isMeant = messages.length === 0 || messages.some((ids) => !ids || ids.includes(advertiserId));
    if (before && !isMeant) return { state: before, againMs: AGAIN_MS };
    const [point] = await readTogether(ctx, {
      ...{ level: 'Advertiser', id: advertiserId, about: question, figures },
    });
    if (!point) throw new Error('An advertiser without delivery.');
    const delivery = only(figures, point.delivery);
    const same = before && JSON.stringify(before) === JSON.stringify(delivery);
    return { state: same ? before : delivery, againMs: AGAIN_MS };
  },
});

/** Without the figures that other streams asked for. */
function only(figures: Figures, delivery: Delivery): Delivery {
  const { currency, hasRate } = delivery;
  const asked = Object.entries(delivery).filter(([field]) =>
    figuresOfField(field).every((figure) => figures.has(figure)),
  );
  return { ...nothing(currency), ...Object.fromEntries(asked), currency, hasRate };
}
