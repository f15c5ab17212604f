import { Temporal } from 'temporal-polyfill';
import { DATE_RANGE, isInRange } from '../../../../platform/time/instant.ts';
import { Problems } from '../../../../resources/define/input.ts';
import { getAdvertiser } from '../../../campaigns/advertiser/get.ts';
import type { DomainContext } from '../../../context.ts';

export interface CloseOfBooks {
  advertiserTimezone: string;
  dayClosed: boolean;
}

/** How long after its end a day is closed, in the advertiser's time zone. */
export const SETTLING_HOURS = 6;
const HOUR_MS = 3_600_000;
const DAY = /^(\d{4})(-?)(\d\d)\2(\d\d)$/;

/**
 * Returns whether a day of an advertiser is complete: it ended at least six hours ago in the advertiser's zone and
 * there are facts of its last hour or a later one, or an operator marked it. `day` is yyyyMMdd or yyyy-MM-dd. Throws
 * ValidationError and NotFoundError.
 */
export async function closeOfBooks(options: {
  ctx: DomainContext;
  advertiserId: string | undefined;
  day: string | undefined;
}): Promise<CloseOfBooks> {
  const { ctx } = options;
  const problems = new Problems();
  const day = parseDay(options.day ?? '');
  if (!day) problems.add('day', 'must be a date such as 20260131 or 2026-01-31');
  else if (!isInRange(day.toString())) problems.add('day', DATE_RANGE);
  if (!/^\d{1,15}$/.test(options.advertiserId ?? '')) problems.add('advertiserId', 'must be an id');
  problems.throwIfAny();
  const { id, timezone } = await getAdvertiser({ ctx, id: Number(options.advertiserId) });
  const dayClosed = day !== null && (await isClosed(ctx, id, timezone, day));
  return { advertiserTimezone: timezone, dayClosed };
}

/** @returns null unless it is a day of the calendar; PostgreSQL has no year 0 */
export function parseDay(text: string): Temporal.PlainDate | null {
  const [, year, , month, day] = DAY.exec(text) ?? [];
  if (year === undefined || year === '0000') return null;
  try {
    return Temporal.PlainDate.from(`${year}-${month}-${day}`, { overflow: 'reject' });
  } catch {
    return null;
  }
}

async function isClosed(
  { db, now }: DomainContext,
  advertiserId: number,
  timezone: string,
  day: Temporal.PlainDate,
): Promise<boolean> {
  const marked = await db.dayClose.findUnique({
    where: { advertiserId_day: { advertiserId, day: new Date(day.toString()) } },
  });
  if (marked) return true;
  const facts = await db.factHour.findUnique({ where: { advertiserId } });
  if (!facts) return false;
  const last = lastClosedDay({ timezone, lastHour: facts.lastHour, now: now() });
  return Temporal.PlainDate.compare(day, last) <= 0;
}

/**
 * Returns the newest day that is closed without an operator's mark: it ended at least six hours ago, and not after the
 * newest hour with facts.
 */
export function lastClosedDay(options: { timezone: string; lastHour: Date; now: Date }): Temporal.PlainDate {
  const { timezone, lastHour, now } = options;
  const settled = Math.min(now.getTime() - SETTLING_HOURS * HOUR_MS, lastHour.getTime() + HOUR_MS);
  const at = Temporal.Instant.fromEpochMilliseconds(settled).toZonedDateTimeISO(timezone);
  return at.toPlainDate().subtract({ days: 1 });
}
