import type { DomainContext } from '../context.ts';

/** Whether a creative shows the time left, so that its ads on native lines need a countdown (RULINGS T6). */
export function hasTimeMacro(creative: { title: string | null; description: string | null }): boolean {
  return [creative.title, creative.description].some((text) => text?.includes('{time}'));
}

/**
 * Waits for whoever else changes what needs a countdown among the advertiser's ads, and holds such changes up until
 * the transaction ends: a line that turns native and a creative that gains `{time}` would not see each other.
 */
export async function takeTurnsOnCountdowns(ctx: DomainContext, advertiserId: number): Promise<void> {
  await ctx.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('countdowns'), ${advertiserId}::int)`;
}
