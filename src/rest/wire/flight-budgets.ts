import { flightsOfLines } from '../../domain/campaigns/line/flights.ts';
import type { DomainContext } from '../../domain/context.ts';
import { textOf } from '../../platform/text/typed.ts';
import { isRecord } from '../../resources/define/input.ts';
import { idFromText } from '../ids.ts';
import { isSameDate } from './days.ts';
import type { Divergence, ObservedCall } from './divergence.ts';
import { limitsOfFlight } from './limits.ts';

type Fields = Readonly<Record<string, unknown>>;
type Flight = Pick<StoredFlight, 'id' | 'dailyBudget'>;
type StoredFlight = NonNullable<ReturnType<Awaited<ReturnType<typeof flightsOfLines>>['get']>>[number];

/** Other names of the list of flights, or of a single flight. */
const LISTS = ['schedule', 'budgetSchedule', 'budgetSchedules'] as const;
/** Other names of a flight's fields. */
const FIELDS = {
  startDate: 'startDateStr',
  endDate: 'endDateStr',
  scheduleBudget: 'budget',
  scheduleDailyBudget: 'dailyBudget',
  scheduleBudgetType: 'dailyBudgetType',
} as const;
const KNOWN: ReadonlySet<string> = new Set(Object.entries(FIELDS).flat());
/** Budgets and dates of a line as a whole, which it does not have: they belong to its flights. */
const NOT_OF_LINES = [
  ...['budget', 'totalBudget', 'lifetimeBudget', 'monthlyBudget', 'campaignBudget'],
  ...['startDate', 'endDate', 'startDateStr', 'endDateStr'],
];
/** Fields that are left out of responses with a line, because they would look as if they were applied. */
const NOT_ANSWERED: ReadonlySet<string> = new Set([...LISTS, ...NOT_OF_LINES, 'dailyBudget']);

const isSet = (value: unknown): boolean => value !== undefined && value !== null;

/** Reads every budget of a line into its flights. */
async function inFlights(call: ObservedCall, lineId: number | undefined): Promise<unknown> {
  const { ctx, body, refuse } = call;
  if (!isRecord(body)) return body;
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !NOT_ANSWERED.has(name)));
  for (const name of NOT_OF_LINES)
    if (isSet(body[name])) refuse(name, 'is not supported. Send it in schedules');
  const stored =
    lineId === undefined ? [] : ((await flightsOfLines({ ctx, lineIds: [lineId] })).get(lineId) ?? []);
  const named = flightsIn(call, body, stored);
  if (!named && (!isSet(body.dailyBudget) || isSet(body.schedules))) return rest;
  const flights = (named?.flights ?? []).map((flight, at) => {
    const paths = { documented: `schedules[${at}]`, observed: named?.pathOf(at) ?? '' };
    return isRecord(flight) ? withType(inOurNames(call, flight, paths), body, stored) : flight;
  });
  return { ...rest, schedules: withDailyBudget(call, body, flights, stored) };
}

interface SentFlights {
  readonly flights: readonly unknown[];
  /** The path at which a flight was sent. */
  readonly pathOf: (at: number) => string;
}

/** The flights that a body has under any name; undefined if it has none. */
function flightsIn(
  { refuse, sentAs }: ObservedCall,
  body: Fields,
  stored: readonly Flight[],
): SentFlights | undefined {
  const { schedules } = body;
  const others = LISTS.filter((name) => isSet(body[name]));
  const [name] = others;
  if (isSet(schedules) || name === undefined) {
    for (const other of others) refuse(other, 'must not be sent with schedules');
    if (!isSet(schedules)) return undefined;
    return Array.isArray(schedules) ? { flights: schedules, pathOf: (at) => `schedules[${at}]` } : undefined;
  }
  for (const other of others.slice(1)) refuse(other, `must not be sent with ${name}`);
  const value = body[name];
  if (Array.isArray(value)) {
    sentAs('schedules', name);
    return { flights: value, pathOf: (at) => `${name}[${at}]` };
  }
  const pathOf = () => name;
  sentAs('schedules[0]', name);
  if (!isRecord(value) || isSet(value.id) || stored.length === 0) return { flights: [value], pathOf };
  if (stored.length > 1) refuse(`${name}.id`, 'is required, because the line has more than one schedule');
  return { flights: [{ ...value, id: stored[0]?.id }], pathOf };
}

function inOurNames(
  { refuse, sentAs }: ObservedCall,
  flight: Fields,
  paths: Readonly<Record<'documented' | 'observed', string>>,
): Fields {
  for (const [name, reason] of limitsOfFlight(flight, KNOWN)) refuse(`${paths.observed}.${name}`, reason);
  const renamed: Record<string, unknown> = { ...flight };
  for (const [observed, documented] of Object.entries(FIELDS)) {
    const value = renamed[observed];
    if (!(observed in renamed)) continue;
    delete renamed[observed];
    if (!isSet(value) && isSet(renamed[documented])) continue;
    if (
      isSet(renamed[documented]) &&
      renamed[documented] !== value &&
      !isSameDate(value, textOf(renamed[documented]))
    ) {
      refuse(`${paths.observed}.${observed}`, `must equal ${documented}`);
      continue;
    }
    if (!isSet(renamed[documented]))
      sentAs(`${paths.documented}.${documented}`, `${paths.observed}.${observed}`);
    renamed[documented] ??= value;
  }
  return renamed;
}

/**
 * A daily budget without a type is a specified amount, unless it is the stored one. A type that has no amount comes
 * with a daily budget of 0 from clients that have no null.
 */
function withType(flight: Fields, line: Fields, stored: readonly Flight[]): Fields {
  const { dailyBudget, dailyBudgetType } = flight;
  const type = dailyBudgetType ?? line.dailyBudgetType;
  if (dailyBudget === 0 && isSet(type) && type !== 'SPECIFIED_AMOUNT')
    return { ...flight, dailyBudget: null };
  const isStored = stored.some((one) => one.id === flight.id && one.dailyBudget === dailyBudget);
  if (!isSet(dailyBudget) || isSet(dailyBudgetType) || isStored) return flight;
  return { ...flight, dailyBudgetType: type ?? 'SPECIFIED_AMOUNT' };
}

/** The daily budget of a line is that of each flight that has none of its own. */
function withDailyBudget(
  { refuse, sentAs }: ObservedCall,
  { dailyBudget, dailyBudgetType }: Fields,
  flights: readonly unknown[],
  stored: readonly Flight[],
): readonly unknown[] {
  if (!isSet(dailyBudget)) return flights;
  const ids = new Set(flights.map((flight) => (isRecord(flight) ? flight.id : undefined)));
  const all = [...flights, ...stored.filter(({ id }) => !ids.has(id)).map(({ id }) => ({ id }))];
  if (all.length === 0) refuse('dailyBudget', 'needs a flight. Send it in schedules');
  const isValid = typeof dailyBudget === 'number' && dailyBudget > 0;
  const isNone = dailyBudget === 0 && isSet(dailyBudgetType) && dailyBudgetType !== 'SPECIFIED_AMOUNT';
  if (isNone) return flights;
  return all.map((flight, at) => {
    // One refusal is enough.
    if (!isRecord(flight) || isSet(flight.dailyBudget) || (!isValid && at > 0)) return flight;
    sentAs(`schedules[${at}].dailyBudget`, 'dailyBudget');
    return {
      ...flight,
      dailyBudget,
      dailyBudgetType: flight.dailyBudgetType ?? dailyBudgetType ?? 'SPECIFIED_AMOUNT',
    };
  });
}

async function lineWithBudgets(line: unknown, { ctx }: { ctx: DomainContext }): Promise<unknown> {
  const [answered] = await linesWithBudgets([line], { ctx });
  return answered;
}

async function linesWithBudgets(lines: unknown, { ctx }: { ctx: DomainContext }): Promise<unknown[]> {
  if (!Array.isArray(lines)) return [lines];
  const lineIds = lines.filter(isRecord).map(({ id }) => Number(id));
  const stored = await flightsOfLines({ ctx, lineIds });
  const budgets = new Map([...stored.values()].flat().map(({ id, dailyBudget }) => [id, dailyBudget]));
  const flightToWire = (flight: unknown) =>
    isRecord(flight) ? { ...flight, dailyBudget: budgets.get(Number(flight.id)) ?? null } : flight;
  return lines.map((line) => {
    if (!isRecord(line)) return line;
    const fields = Object.fromEntries(Object.entries(line).filter(([name]) => !NOT_ANSWERED.has(name)));
    const { schedules } = line;
    return Array.isArray(schedules) ? { ...fields, schedules: schedules.map(flightToWire) } : fields;
  });
}

export const flightBudgets: Divergence = {
  name: 'Budgets of flights',
  differs:
    '`dailyBudget` of a line’s schedule is the most that the flight spends on a day of the advertiser. It is a `SPECIFIED_AMOUNT` unless `dailyBudgetType` says otherwise; under `AUTO_ALLOCATED` it is kept, and not applied. `schedule`, `budgetSchedule` and `budgetSchedules` are other names of `schedules`, and can be one object, which is the line’s only flight if it has no `id`; `startDate`, `endDate`, `scheduleBudget`, `scheduleDailyBudget` and `scheduleBudgetType` are other names of a schedule’s fields. `dailyBudget` of a line is that of each of its flights without one. `budget` and dates of a line itself are refused.',
  sentBy: 'The Java client and the Python clients for trafficking.',
  example: {
    documented: '200 with  X-Ignored-Fields: schedules[0].dailyBudget',
    observed: '"schedules": [{"dailyBudgetType": "SPECIFIED_AMOUNT", "dailyBudget": 20, … }]',
  },
  requests: {
    'POST /traffic/lines': (call) => inFlights(call, undefined),
    'PUT /traffic/lines/:id': (call) => inFlights(call, idFromText(call.params.id)),
  },
  answers: {
    'GET /traffic/lines': linesWithBudgets,
    'GET /traffic/lines/:id': lineWithBudgets,
    'POST /traffic/lines': lineWithBudgets,
    'PUT /traffic/lines/:id': lineWithBudgets,
  },
};
