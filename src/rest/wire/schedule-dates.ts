import { zoneOfCampaign } from '../../domain/campaigns/campaign/zone.ts';
import { flightsOfLines } from '../../domain/campaigns/line/flights.ts';
import { zoneOfLine, zonesOfLines } from '../../domain/campaigns/line/zone.ts';
import type { DomainContext } from '../../domain/context.ts';
import { textOf } from '../../platform/text/typed.ts';
import { isDay, parseInstant } from '../../platform/time/instant.ts';
import { isRecord } from '../../resources/define/input.ts';
import { idFromText } from '../ids.ts';
import { dayToInstant, isSameDate, periodToWire } from './days.ts';
import type { Divergence, ObservedCall } from './divergence.ts';

type Answered = Readonly<Record<'start' | 'end', string | null>>;

/**
 * Converts days to instants in the advertiser's zone, and leaves out those that GET answered. A line or campaign that the
 * caller cannot see is left to the route.
 */
async function withInstants(
  { body }: ObservedCall,
  zoneOf: () => Promise<string | undefined>,
  answeredIn: (zone: string) => Promise<ReadonlyMap<unknown, Answered>>,
): Promise<unknown> {
  if (!isRecord(body) || !Array.isArray(body.schedules)) return body;
  const hasDays = body.schedules.some(
    (schedule) => isRecord(schedule) && [schedule.startDateStr, schedule.endDateStr].some(isDay),
  );
  const zone = hasDays ? await zoneOf() : undefined;
  if (zone === undefined) return body;
  const answered = await answeredIn(zone);
  const schedules = body.schedules.map((schedule) => {
    if (!isRecord(schedule)) return schedule;
    const { startDateStr: start, endDateStr: end, ...rest } = schedule;
    const stored = answered.get(rest.id);
    const isSame = (day: unknown, date: string | null | undefined) =>
      isDay(day) && isSameDate(day, date ?? null);
    return {
      ...rest,
      ...('startDateStr' in schedule &&
        !isSame(start, stored?.start) && { startDateStr: dayToInstant(start, 'first', zone) }),
      ...('endDateStr' in schedule &&
        !isSame(end, stored?.end) && { endDateStr: dayToInstant(end, 'last', zone) }),
    };
  });
  return { ...body, schedules };
}

/** The dates of a line's flights as GET answers them, by the ID of the flight. */
async function datesOfLine(
  ctx: DomainContext,
  lineId: number,
  zone: string,
): Promise<ReadonlyMap<unknown, Answered>> {
  const flights = (await flightsOfLines({ ctx, lineIds: [lineId] })).get(lineId) ?? [];
  return new Map(
    flights.map(({ id, startDate, endDate }) => [id, periodToWire({ start: startDate, end: endDate }, zone)]),
  );
}

/** Returns a flight that begins at the start of a day and ends at the end of one with plain dates. */
function asDays(schedule: unknown, zone: string): unknown {
  if (!isRecord(schedule)) return schedule;
  const [start, end] = [schedule.startDateStr, schedule.endDateStr].map((text) => parseInstant(textOf(text)));
  if (!start || !end) return schedule;
  const period = periodToWire({ start, end }, zone);
  return { ...schedule, startDateStr: period.start, endDateStr: period.end };
}

async function lineWithDays(line: unknown, { ctx }: { ctx: DomainContext }): Promise<unknown> {
  const [answered] = await linesWithDays([line], { ctx });
  return answered;
}

async function linesWithDays(lines: unknown, { ctx }: { ctx: DomainContext }): Promise<unknown[]> {
  if (!Array.isArray(lines)) return [lines];
  const hasFlights = (line: unknown): line is Line =>
    isRecord(line) && Array.isArray(line.schedules) && line.schedules.length > 0;
  const ids = lines.filter(hasFlights).map(({ id }) => Number(id));
  const zones = await zonesOfLines({ ctx, ids });
  return lines.map((line) => {
    const zone = hasFlights(line) ? zones.get(Number(line.id)) : undefined;
    return hasFlights(line) && zone !== undefined
      ? { ...line, schedules: line.schedules.map((schedule) => asDays(schedule, zone)) }
      : line;
  });
}

type Line = Readonly<Record<string, unknown>> & { readonly schedules: readonly unknown[] };

export const scheduleDates: Divergence = {
  name: 'Line schedules with plain dates',
  differs:
    '`startDateStr` and `endDateStr` of a line’s schedule can be dates of the advertiser’s time zone: a start is the first second of its day, an end is 23:59:59 of its day. A flight that begins and ends so is answered with dates. A date in a PUT that equals the answered one, or its date without the time, changes nothing.',
  sentBy: 'The Java client, whose schedules have dates without a time.',
  example: {
    documented: '"startDateStr": "2026-01-31T05:00:00Z", "endDateStr": "2026-03-01T04:59:59Z"',
    observed: '"startDateStr": "2026-01-31", "endDateStr": "2026-02-28"',
  },
  requests: {
    'POST /traffic/lines': (call) =>
      withInstants(
        call,
        async () => {
          const id = isRecord(call.body) ? idFromText(textOf(call.body.orderId)) : 0;
          return zoneOfCampaign({ ctx: call.ctx, id });
        },
        async () => new Map(),
      ),
    'PUT /traffic/lines/:id': (call) => {
      const id = idFromText(call.params.id);
      return withInstants(
        call,
        () => zoneOfLine({ ctx: call.ctx, id }),
        (zone) => datesOfLine(call.ctx, id, zone),
      );
    },
  },
  answers: {
    'GET /traffic/lines': linesWithDays,
    'GET /traffic/lines/:id': lineWithDays,
    'POST /traffic/lines': lineWithDays,
    'PUT /traffic/lines/:id': lineWithDays,
  },
};
