import type {
  DashboardLineRowFragment,
  DashboardPlaceFragment,
  UpdateLineInput,
  UpdateTargetingInput,
} from '../../generated/graphql.ts';
import { decimalsOf } from '../../parts/format.ts';
import { serviceNow } from '../../parts/service-clock.ts';
import { VERBS } from '../../parts/verbs.ts';
import { amountOf, dayOf, daysOf, percentOf } from './bulk-values.ts';
import { budgetsOf, currentFlight, type DateSide, movedFlight } from './flights-of.ts';

/** No change is preselected, so that a single tap changes nothing. */
export const NO_CHOICE = ['', 'Choose a change'] as const;

export const WHAT = {
  ...VERBS,
  bid: 'Change the bid',
  budget: 'Change the budgets',
  start: 'Change the start',
  end: 'Change the end',
  places: 'Change the places',
} as const;
/** What campaigns take: the service stores no other status that can be left again. */
export const CAMPAIGN_WHAT = {
  PAUSED: VERBS.PAUSED,
  ACTIVE: VERBS.ACTIVE,
  budget: 'Change the budgets',
  dailyBudget: 'Change the budgets per day',
} as const;
export type LineWhat = keyof typeof WHAT;
export type CampaignWhat = keyof typeof CAMPAIGN_WHAT;
export type What = LineWhat | CampaignWhat;

export const AMOUNT_STEPS = {
  percent: 'By a percentage',
  add: 'By an amount',
  set: 'To an amount',
} as const;
export const DATE_STEPS = { days: 'By days', date: 'To a day' } as const;
export type Step = keyof typeof AMOUNT_STEPS | keyof typeof DATE_STEPS;

export type PlaceChange = 'added' | 'excluded' | 'removed';
export interface ChosenPlace {
  readonly how: PlaceChange;
  readonly place: DashboardPlaceFragment;
}

/** One change for many lines or campaigns. */
export interface BulkChange<Of extends What = LineWhat> {
  /** Undefined until it is chosen. */
  readonly what: Of | undefined;
  readonly step: Step;
  /** As it was typed, such as `-10`. */
  readonly value: string;
  readonly places: readonly ChosenPlace[];
  /** What stands in the search for places, and is no place yet. */
  readonly placeText: string;
  /** Of which flights the budgets are changed. */
  readonly flights: keyof typeof FLIGHTS;
}
/** The one that people mean, and all that can be meant. */
export const FLIGHTS = {
  current: 'The running flight, or else the next',
  open: 'All flights that are not over',
} as const;
export const NOTHING: BulkChange<never> = {
  ...{ what: undefined, step: 'percent', value: '', places: [], placeText: '', flights: 'current' },
};

/** The ways in which a value is changed; undefined for what is only chosen. */
export function stepsOf({
  what,
}: Pick<BulkChange<What>, 'what'>): Readonly<Partial<Record<Step, string>>> | undefined {
  if (isAmount(what)) return AMOUNT_STEPS;
  return isDate(what) ? DATE_STEPS : undefined;
}

const AMOUNTS: ReadonlySet<string> = new Set(['bid', 'budget', 'dailyBudget'] satisfies What[]);
export const isAmount = (what: What | undefined): boolean => what !== undefined && AMOUNTS.has(what);
const isDate = (what: What | undefined): what is DateSide => what === 'start' || what === 'end';

/** What the field for the value is called, and what is understood in it. */
const VALUES: Readonly<
  Record<Step, { readonly label: string; readonly of: (text: string) => unknown; readonly wanted: string }>
> = {
  percent: {
    label: 'Percent',
    of: percentOf,
    wanted: 'Enter a number of percent, such as 7.5 or -10.',
  },
  add: { label: 'Amount', of: amountOf, wanted: 'Enter an amount, such as 7.5 or -10.' },
  set: {
    label: 'Amount',
    of: (text) => (amountOf(text) ?? -1) >= 0 || undefined,
    wanted: 'Enter an amount, such as 7.5.',
  },
  days: { label: 'Days', of: daysOf, wanted: 'Enter days, such as 7 or -7.' },
  date: { label: 'Day', of: dayOf, wanted: 'Choose a day.' },
};

export const valueLabel = ({ step }: BulkChange<What>): string => VALUES[step].label;

/** What is wrong with the value; undefined while there is none. */
export function valueIssue(change: BulkChange<What>): string | undefined {
  const { step, value } = change;
  if (!stepsOf(change) || value.trim() === '') return undefined;
  return VALUES[step].of(value) === undefined ? VALUES[step].wanted : undefined;
}

export function isComplete(change: BulkChange<What>): boolean {
  const { what, step, value, places, placeText } = change;
  if (what === 'places') return places.length > 0 && placeText.trim() === '';
  if (!stepsOf(change)) return what !== undefined;
  return VALUES[step].of(value) !== undefined;
}

/** Four places are what an amount can have; the service says what it does not take. */
const exact = (amount: number): string => String(Number(amount.toFixed(4)));

/** To the decimals of the currency, so that nobody bids €1.265; of a few cents, to four, which tell them apart. */
function rounded(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  if (Math.abs(amount) < 10 ** (1 - decimals)) return exact(amount);
  // Half a cent is stored as a little less than that, and goes up all the same.
  return String(Number((amount * (1 + 1e-12)).toFixed(decimals)));
}

/** What becomes of an amount; undefined where there is none to be changed. */
export function stepped(
  amount: string | null,
  { step, value }: BulkChange<What>,
  currency: string,
): string | undefined {
  if (step === 'set') return exact(amountOf(value) ?? 0);
  if (amount === null) return undefined;
  if (step === 'add') return exact(Number(amount) + (amountOf(value) ?? 0));
  return rounded(Number(amount) * (1 + (percentOf(value) ?? 0) / 100), currency);
}

/** The flights whose budgets are changed. */
function flightsFor({ schedules }: DashboardLineRowFragment, { flights }: BulkChange, now: number) {
  if (flights === 'open') return { schedules };
  const current = currentFlight(schedules, now);
  return { schedules: current ? [current] : [] };
}

/** The change as each line's input; the state in which it was seen is a precondition. */
export function inputFor(
  line: DashboardLineRowFragment,
  change: BulkChange,
  now = serviceNow(),
): UpdateLineInput {
  const { what } = change;
  const { id, updatedAt, bidPrice, advertiser } = line;
  const seen = { id, updatedAt };
  if (what === 'bid') {
    const bid = stepped(bidPrice ?? null, change, advertiser.currency);
    return { ...seen, ...(bid !== undefined && { bidPrice: bid }) };
  }
  if (what === 'budget')
    return {
      ...seen,
      schedules: budgetsOf(flightsFor(line, change, now), now, (budget) =>
        stepped(budget, change, advertiser.currency),
      ),
    };
  if (isDate(what)) {
    const to = change.step === 'date' ? { day: change.value } : { days: daysOf(change.value) ?? 0 };
    return { ...seen, schedules: movedFlight(line, { side: what, to, now }) };
  }
  return what === undefined || what === 'places' ? seen : { ...seen, status: what };
}

/** A change of places as each line's input. */
export function targetingFor(
  { id, updatedAt }: DashboardLineRowFragment,
  { places }: BulkChange,
): UpdateTargetingInput {
  const woeids = (wanted: PlaceChange) =>
    places.flatMap(({ how, place }) => (how === wanted ? [place.woeid] : []));
  const geos = { removed: woeids('removed'), added: woeids('added'), excluded: woeids('excluded') };
  return { lineId: id, updatedAt, geos };
}

const DONE = { ACTIVE: 'activated', PAUSED: 'paused', INACTIVE: 'deactivated' } as const;
const CHANGED = {
  bid: 'Bids',
  budget: 'Budgets',
  dailyBudget: 'Budgets per day',
  start: 'Starts',
  end: 'Ends',
  places: 'Places',
} as const;

/** What was done with so many rows: `12 lines paused`, `Bids of 5 lines changed`. */
export const doneWith = (rows: string, what: What): string =>
  what in DONE
    ? `${rows} ${DONE[what as keyof typeof DONE]}`
    : `${CHANGED[what as keyof typeof CHANGED]} of ${rows} changed`;
