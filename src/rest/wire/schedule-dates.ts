import { zoneOfCampaign } from '../../domain/campaigns/campaign/zone.ts';
import { zoneOfLine, zonesOfLines } from '../../domain/campaigns/line/zone.ts';
import type { DomainContext } from '../../domain/context.ts';
import { formatInstant, isDay, isInRange, parseInstant } from '../../platform/time/instant.ts';
import { boundsOfDay, localDayOf } from '../../platform/time/local-day.ts';
import { ignoreField } from '../../resources/define/ignored-fields.ts';
import { isRecord } from '../../resources/define/input.ts';
import { idFromText } from '../ids.ts';
import type { Divergence, ObservedCall } from './divergence.ts';

/**
 * Converts days to instants in the advertiser's zone. A line or campaign that the caller cannot see is left to the
 * route.
 */
async function withInstants(
  { ctx, body }: ObservedCall,
  zoneOf: () => Promise<string | undefined>,
): Promise<unknown> {
  if (!isRecord(body) || !Array.isArray(body.schedules)) return body;
  const hasDays = body.schedules.some(
    (schedule) => isRecord(schedule) && [schedule.startDateStr, schedule.endDateStr].some(isDay),
  );
  const zone = hasDays ? await zoneOf() : undefined;
  const instant = (day: unknown, bound: 'first' | 'last'): unknown => {
    if (zone === undefined || !isDay(day)) return day;
    // Years with more than four digits are not valid dates, so they are not converted.
    return isInRange(day) ? formatInstant(boundsOfDay(day, zone)[bound]) : `${day}T00:00:00Z`;
  };
  const schedules = body.schedules.map((schedule, at) => {
    if (!isRecord(schedule)) return schedule;
    const { dailyBudget, ...rest } = schedule;
    if (dailyBudget !== undefined) ignoreField(ctx, `schedules[${at}].dailyBudget`);
    return {
      ...rest,
      ...('startDateStr' in rest && { startDateStr: instant(rest.startDateStr, 'first') }),
      ...('endDateStr' in rest && { endDateStr: instant(rest.endDateStr, 'last') }),
    };
  });
  return { ...body, schedules };
}

/** Returns a flight that begins at the start of a day and ends at the end of one with plain dates. */
function asDays(schedule: unknown, zone: string): unknown {
  if (!isRecord(schedule)) return schedule;
  const [start, end] = [schedule.startDateStr, schedule.endDateStr].map((text) => parseInstant(String(text)));
  if (!start || !end) return schedule;
  const [first, last] = [localDayOf(start, zone), localDayOf(end, zone)];
  const isWhole =
    boundsOfDay(first, zone).first.getTime() === start.getTime() &&
    boundsOfDay(last, zone).last.getTime() === end.getTime();
  return isWhole ? { ...schedule, startDateStr: first, endDateStr: last } : schedule;
}

async function lineWithDays(line: unknown, { ctx }: { ctx: DomainContext }): Promise<unknown> {
  const [answered] = await linesWithDays([line], { ctx });
  return answered;
}

async function linesWithDays(lines: unknown, { ctx }: { ctx: DomainContext }): Promise<unknown[]> {
  if (!Array.isArray(lines)) return [lines];
  const flown = lines.filter(
    (line) => isRecord(line) && Array.isArray(line.schedules) && line.schedules.length > 0,
  );
  const zones = await zonesOfLines({ ctx, ids: flown.map(({ id }) => Number(id)) });
  return lines.map((line) => {
    const zone = isRecord(line) ? zones.get(Number(line.id)) : undefined;
    if (zone === undefined) return line;
    const { schedules } = line as { schedules: readonly unknown[] };
    return { ...line, schedules: schedules.map((schedule) => asDays(schedule, zone)) };
  });
}

export const scheduleDates: Divergence = {
  name: 'Line schedules with plain dates',
  differs:
    '`startDateStr` and `endDateStr` of a line’s schedule can be dates of the advertiser’s time zone: a start is the first second of its day, an end is 23:59:59 of its day. A flight that begins and ends so is answered with dates. `dailyBudget` of a schedule is accepted and ignored (and named in `X-Ignored-Fields`), also with `FLIGHTLINE_STRICT_FIELDS=on`.',
  sentBy: 'The Java client, whose schedules have dates without a time.',
  example: {
    documented: '"startDateStr": "2026-01-31T05:00:00Z", "endDateStr": "2026-03-01T04:59:59Z"',
    observed: '"startDateStr": "2026-01-31", "endDateStr": "2026-02-28"',
  },
  requests: {
    'POST /traffic/lines': (call) =>
      withInstants(call, async () => {
        const id = isRecord(call.body) ? idFromText(String(call.body.orderId)) : 0;
        return zoneOfCampaign({ ctx: call.ctx, id });
      }),
    'PUT /traffic/lines/:id': (call) =>
      withInstants(call, () => zoneOfLine({ ctx: call.ctx, id: idFromText(call.params.id) })),
  },
  answers: {
    'GET /traffic/lines': linesWithDays,
    'GET /traffic/lines/:id': lineWithDays,
    'POST /traffic/lines': lineWithDays,
    'PUT /traffic/lines/:id': lineWithDays,
  },
};
