import { transaction } from '../../../../platform/database/connection/client.ts';
import { DATE_RANGE, isInRange } from '../../../../platform/time/instant.ts';
import { Problems } from '../../../../resources/define/input.ts';
import { isId } from '../../../../resources/define/rows.ts';
import type { System } from '../../../context.ts';
import { NotFoundError } from '../../../errors.ts';
import { enqueueMarkedDay } from '../../../notifications/webhook/notify/books.ts';
import { parseDay } from './close-of-books.ts';

/** Marks a day of an advertiser as complete. Repeating it changes nothing. For operators. */
export async function markDayClosed(options: {
  system: System;
  advertiserId: number;
  day: string;
}): Promise<{ advertiserId: number; day: string }> {
  const { system, advertiserId } = options;
  const problems = new Problems();
  const day = parseDay(options.day);
  if (!day) problems.add('day', 'must be a date such as 20260131 or 2026-01-31');
  else if (!isInRange(day.toString())) problems.add('day', DATE_RANGE);
  problems.throwIfAny();
  const advertiser = isId(advertiserId)
    ? await system.db.advertiser.findUnique({ where: { id: advertiserId } })
    : null;
  if (!advertiser || !day) throw new NotFoundError('Advertiser');
  const key = { advertiserId, day: new Date(day.toString()) };
  await transaction(system.db, async (db) => {
    const { count } = await db.dayClose.createMany({ data: key, skipDuplicates: true });
    if (count > 0) await enqueueMarkedDay(db, { advertiser, day, at: system.now() });
  });
  return { advertiserId, day: day.toString() };
}
