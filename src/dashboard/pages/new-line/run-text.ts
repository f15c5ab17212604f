import { date, lastDay, money, number, price } from '../../parts/format.ts';
import { lower, words } from '../../parts/words.ts';
import { daysOf } from '../line/flights/flights-text.ts';
import { type LineDraft, sentFlights } from './line-draft.ts';

interface Owner {
  readonly timezone: string;
  readonly currency: string;
}

/** A sentence about what the line will do; `isOpen` where something is missing. */
export interface RunPart {
  readonly text: string;
  readonly isOpen?: boolean;
}

/** What a new line will do as it stands there, and what is missing before it can. */
export function runText(draft: LineDraft, owner: Owner, ads = 0): readonly RunPart[] {
  const flights = sentFlights(draft.flights).filter(({ startDate, endDate }) => startDate && endDate);
  const { targeting } = draft;
  const names = targeting.added.map(({ name }) => name);
  return [
    flights.length > 0
      ? { text: flights.map((flight) => flightText(flight, owner)).join(' ') }
      : { text: 'No flight: once active, it runs without an end.', isOpen: true },
    ...(flights.length > 0 && flights.some(({ budget }) => !budget)
      ? [{ text: 'No budget: nothing but its campaign limits what it spends.', isOpen: true }]
      : []),
    bidText(draft, owner),
    names.length > 0
      ? { text: `Delivers in ${names.join(', ')}.` }
      : { text: 'No place: it cannot be activated without one.', isOpen: true },
    ads > 0
      ? { text: `With ${number(ads)} ${ads === 1 ? 'ad' : 'ads'}.` }
      : { text: 'No ad yet: add one on its page.', isOpen: true },
  ];
}

function flightText(
  { startDate = '', endDate = '', budget, dailyBudget }: LineDraft['flights'][number],
  { timezone, currency }: Owner,
): string {
  const days = daysOf({ startDate, endDate });
  const span = `${date(startDate, timezone)} – ${lastDay(endDate, timezone)}, ${number(days)} days`;
  const amount = Number(budget);
  const whole =
    budget && Number.isFinite(amount)
      ? `: up to ${money(amount, currency)}, about ${money(amount / days, currency)} a day`
      : '';
  const most =
    dailyBudget && Number.isFinite(Number(dailyBudget))
      ? `, at most ${money(dailyBudget, currency)} a day`
      : '';
  return `Runs ${span}${whole}${most}.`;
}

function bidText({ bidPrice, goalType, pacingModeType }: LineDraft, { currency }: Owner): RunPart {
  if (!bidPrice || !Number.isFinite(Number(bidPrice))) return { text: 'No bid yet.', isOpen: true };
  const goal = goalType ? ` for ${words(goalType)}` : '';
  const pace = pacingModeType ? `, pacing ${lower(words(pacingModeType))}` : '';
  return { text: `Bids ${price(bidPrice, currency)}${goal}${pace}.` };
}
