import type { DomainContext } from '../../context.ts';

/** Returns whether a creative contains `{time}`. Its ads on native lines must then have a countdown. */
export function hasTimeMacro(creative: { title: string | null; description: string | null }): boolean {
  return [creative.title, creative.description].some((text) => text?.includes('{time}'));
}

/**
 * Takes a lock on the advertiser's countdowns until the transaction ends. Otherwise a line that becomes
 * native and a creative that gains `{time}` at the same time would not see each other.
 */
export async function lockCountdowns(ctx: DomainContext, advertiserId: number): Promise<void> {
  await ctx.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('countdowns'), ${advertiserId}::int)`;
}
