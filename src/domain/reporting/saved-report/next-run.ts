import { Temporal } from 'temporal-polyfill';
import type { DomainContext } from '../../context.ts';
import type { SavedReport } from './find.ts';
import { nextSlot } from './schedule.ts';

/** Returns the next time of a schedule with an hour, else null. */
export function nextRun(ctx: DomainContext, saved: SavedReport): Date | null {
  const slot = nextSlot(saved, Temporal.Instant.fromEpochMilliseconds(ctx.now().getTime()));
  return slot && new Date(slot.epochMilliseconds);
}
