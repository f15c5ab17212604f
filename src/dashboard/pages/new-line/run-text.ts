import { date, lastDay, money, number, price } from '../../parts/format.ts';
import { lower, words } from '../../parts/words.ts';
import { bidUnit, bidWarning, PER } from '../line/bid-terms.ts';
import { daysOf } from '../line/flights/flights-text.ts';
import {
  changedTargets,
  NO_TARGETS,
  type Targets,
  unchosenText,
} from '../line/targeting/targeting-change.ts';
import { type NameOf, targetingText } from '../line/targeting/targeting-text.ts';
import { type LineDraft, sentFlights } from './line-draft.ts';

interface Owner {
  readonly timezone: string;
  readonly currency: string;
}

/** What a draft names by ID only, and what comes along with it. */
interface Beside {
  readonly ads?: number;
  readonly lists?: Targets['nativeLists'];
  readonly nameOf?: NameOf;
}

/** A sentence about what the line will do; `isOpen` where something is missing. */
export interface RunPart {
  readonly text: string;
  readonly isOpen?: boolean;
}

/** What a new line will do as it stands there, and what is missing before it can. */
export function runText(draft: LineDraft, owner: Owner, beside: Beside = {}): readonly RunPart[] {
  const { ads = 0 } = beside;
  const flights = sentFlights(draft.flights).filter(({ startDate, endDate }) => startDate && endDate);
  return [
    flights.length > 0
      ? { text: flights.map((flight) => flightText(flight, owner)).join(' ') }
      : { text: 'No flight: once active, it runs without an end.', isOpen: true },
    ...(flights.length > 0 && flights.some(({ budget }) => !budget)
      ? [{ text: 'No budget: nothing but its campaign limits what it spends.', isOpen: true }]
      : []),
    ...bidParts(draft, owner),
    ...reachParts(draft, beside),
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

function reachParts(
  { targeting }: LineDraft,
  { lists = [], nameOf = () => undefined }: Beside,
): readonly RunPart[] {
  const { placeText = '' } = targeting;
  return [
    targeting.added.length > 0
      ? { text: targetingText(changedTargets(NO_TARGETS, targeting, lists), nameOf).join(' ') }
      : { text: 'No place: it cannot be activated without one.', isOpen: true },
    ...(placeText.trim() ? [{ text: unchosenText(placeText), isOpen: true }] : []),
  ];
}

function bidParts(draft: LineDraft, { currency }: Owner): readonly RunPart[] {
  const { bidPrice, goalType, pacingModeType } = draft;
  if (!bidPrice || !Number.isFinite(Number(bidPrice))) return [{ text: 'No bid yet.', isOpen: true }];
  const pace = pacingModeType ? `, pacing ${lower(words(pacingModeType))}` : '';
  const against = bidWarning(draft, currency);
  return [
    { text: `Bids ${price(bidPrice, currency)} ${PER[bidUnit(goalType)]}${pace}.` },
    ...(against ? [{ text: against, isOpen: true }] : []),
  ];
}
