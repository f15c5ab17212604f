import { Temporal } from 'temporal-polyfill';
import type { ZonePiece } from '../../../../warehouse/report-plan.ts';
import type { DateTypeId } from './catalogue.ts';

/** Instants, both inclusive to the second; null means no end. An hour counts if it begins within the period. */
export interface Period {
  first: Date | null;
  last: Date | null;
}

/** Returns the days of a `dateTypeId`, relative to the day in `zone` on which the report was created. */
export function periodOf(dateTypeId: Exclude<DateTypeId, 11>, zone: string, now: Date): Period {
  if (dateTypeId === 10) return { first: null, last: null };
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate();
  const [from, to] = daysOf(dateTypeId, today);
  return {
    first: asDate(from.toZonedDateTime(zone)),
    last: asDate(to.add({ days: 1 }).toZonedDateTime(zone).subtract({ seconds: 1 })),
  };
}

function daysOf(
  dateTypeId: Exclude<DateTypeId, 10 | 11>,
  today: Temporal.PlainDate,
): [Temporal.PlainDate, Temporal.PlainDate] {
  const yesterday = today.subtract({ days: 1 });
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const firstOfMonth = today.with({ day: 1 });
  switch (dateTypeId) {
    case 1:
      return [today, today];
    case 2:
      return [yesterday, yesterday];
    case 3:
      return [monday, today];
    case 4:
      return [today.subtract({ days: 7 }), yesterday];
    case 5:
      return [monday.subtract({ days: 7 }), monday.subtract({ days: 1 })];
    case 6:
      return [today.subtract({ days: 14 }), yesterday];
    case 7:
      return [firstOfMonth, today];
    case 8:
      return [today.subtract({ days: 30 }), yesterday];
    case 10001:
      return [today.subtract({ days: 90 }), yesterday];
    case 10002:
      return [today.subtract({ days: 365 }), yesterday];
    case 9:
      return [firstOfMonth.subtract({ months: 1 }), firstOfMonth.subtract({ days: 1 })];
  }
}

const DATE_TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?$/;

/**
 * Parses a custom range's date: with an offset an instant, without one a local time of the zone. Where clocks go back,
 * a start is the first of the two times and an end the second, so that the range loses nothing.
 * @returns null unless it has the format yyyy-MM-dd'T'HH:mm:ss
 */
export function parseDate(text: string, zone: string, side: 'start' | 'end'): Date | null {
  const [, local, offset] = DATE_TIME.exec(text) ?? [];
  if (local === undefined) return null;
  try {
    const plain = Temporal.PlainDateTime.from(local, { overflow: 'reject' });
    if (offset !== undefined) return asDate(Temporal.Instant.from(`${plain.toString()}${offset}`));
    return asDate(plain.toZonedDateTime(zone, { disambiguation: side === 'start' ? 'compatible' : 'later' }));
  } catch {
    return null;
  }
}

/** Returns the zone's offsets between two instants: one piece, and another for each change of the clocks. */
export function zonePieces(zone: string, first: Date, last: Date): ZonePiece[] {
  const pieces: ZonePiece[] = [];
  let at = Temporal.Instant.fromEpochMilliseconds(first.getTime()).toZonedDateTimeISO(zone);
  for (;;) {
    const offsetSeconds = at.offsetNanoseconds / 1e9;
    const next = at.getTimeZoneTransition('next');
    if (next === null || next.epochMilliseconds > last.getTime())
      return [...pieces, { before: null, offsetSeconds }];
    pieces.push({ before: utcText(new Date(next.epochMilliseconds)), offsetSeconds });
    at = next;
  }
}

/** Returns `yyyy-MM-ddTHH:mm:ss` in UTC. */
export function utcText(date: Date): string {
  return date.toISOString().slice(0, 19);
}

function asDate(moment: { epochMilliseconds: number }): Date {
  return new Date(moment.epochMilliseconds);
}
