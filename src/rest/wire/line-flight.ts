import { isDeepStrictEqual } from 'node:util';
import type { DomainContext } from '../../domain/context.ts';
import { textOf } from '../../platform/text/typed.ts';
import { isRecord } from '../../resources/define/input.ts';
import type { Divergence, ObservedCall } from './divergence.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields that a line has in addition to its `schedules`. */
const ANSWERED: readonly string[] = ['schedule', 'budgetSchedule', 'dailyBudget'];
const LAST_SECOND = 'T23:59:59Z';

const hasEnded = ({ endDateStr }: Fields, now: Date): boolean => {
  const end = textOf(endDateStr);
  return Date.parse(end.length === 10 ? end + LAST_SECOND : end) < now.getTime();
};

/** The first flight that has not ended, or the last one. */
function flightOf(flights: readonly Fields[], now: Date): Fields | null {
  const byStart = [...flights].sort((a, b) => (textOf(a.startDateStr) < textOf(b.startDateStr) ? -1 : 1));
  return byStart.find((flight) => !hasEnded(flight, now)) ?? byStart.at(-1) ?? null;
}

/** Sent back with the line's own type, it must not change a flight. */
function dailyBudgetOf({ dailyBudgetType }: Fields, flights: readonly Fields[]): unknown {
  const [first] = flights;
  const type = dailyBudgetType ?? 'SPECIFIED_AMOUNT';
  const isOfAll = flights.every(
    (flight) => flight.dailyBudget === first?.dailyBudget && flight.dailyBudgetType === type,
  );
  return (isOfAll ? first?.dailyBudget : undefined) ?? null;
}

function withFlight(line: unknown, { ctx }: { ctx: DomainContext }): unknown {
  if (!isRecord(line) || !Array.isArray(line.schedules)) return line;
  const flights: readonly Fields[] = line.schedules.filter(isRecord);
  const flight = flightOf(flights, ctx.now());
  return { ...line, schedule: flight, budgetSchedule: flight, dailyBudget: dailyBudgetOf(line, flights) };
}

/** Takes out a flight that is among `schedules`, too, and nulls, which a line without flights is answered with. */
function withoutRepeated({ body }: ObservedCall): unknown {
  if (!isRecord(body)) return body;
  const schedules: readonly unknown[] = Array.isArray(body.schedules) ? body.schedules : [];
  const isRepeated = (name: string) =>
    body[name] === null ||
    (name !== 'dailyBudget' && schedules.some((one) => isDeepStrictEqual(one, body[name])));
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => !(ANSWERED.includes(name) && isRepeated(name))),
  );
}

/** It must come before the entry that reads flights under other names. */
export const repeatedFlight: Divergence = {
  name: 'A flight that is sent twice',
  differs:
    '`schedule` or `budgetSchedule` of a line is not read if it equals one of the `schedules` that are sent with it, or is null.',
  sentBy: 'The older Python scripts, which send back all that they have read.',
  example: {
    documented: 'PUT /traffic/lines/7 {"schedules": [{"id": 3, … }]}',
    observed: 'PUT /traffic/lines/7 {"schedules": [{"id": 3, … }], "budgetSchedule": {"id": 3, … }}',
  },
  requests: { 'POST /traffic/lines': withoutRepeated, 'PUT /traffic/lines/:id': withoutRepeated },
};

/** It must come after the entries that convert flights. */
export const flightOfLine: Divergence = {
  name: 'The flight and the daily budget of a line',
  differs:
    'A line has its first flight that has not ended, or else its last one, as `schedule` and `budgetSchedule`, and as `dailyBudget` the daily budget that all of its flights have under its `dailyBudgetType`. Each is null if there is none.',
  sentBy: 'The Python clients for trafficking and pacing, which fail without these fields.',
  example: {
    documented: '"schedules": [{"id": 3, "budget": 500, … }]',
    observed:
      '"schedules": [{"id": 3, "budget": 500, … }], "budgetSchedule": {"id": 3, "budget": 500, … }, "dailyBudget": null',
  },
  answers: {
    'GET /traffic/lines': (lines, call) =>
      Array.isArray(lines) ? lines.map((line) => withFlight(line, call)) : lines,
    'GET /traffic/lines/:id': withFlight,
    'POST /traffic/lines': withFlight,
    'PUT /traffic/lines/:id': withFlight,
  },
};
