import type { DomainContext } from '../context.ts';
import type { Problems } from '../input.ts';

/**
 * Only VISIT_WEB goes with search; every other objective is native-only (spec 3, "Errors" 3 and 6).
 * A campaign that names only one of the two contradicts nothing.
 */
export function checkChannel(options: {
  problems: Problems;
  objective: string | null | undefined;
  channel: string | null | undefined;
}): void {
  const { problems, objective, channel } = options;
  if (!objective || !channel || objective === 'VISIT_WEB' || channel === 'NATIVE') return;
  problems.say('channel', 'Mismatching campaign channel and objective');
}

/** A campaign's language is the code of a dictionary language. */
export async function checkLanguage(options: {
  ctx: DomainContext;
  problems: Problems;
  language: string | undefined;
}): Promise<void> {
  const { ctx, problems, language } = options;
  if (language === undefined) return;
  const known = await ctx.db.dictionaryEntry.findFirst({
    where: { list: 'language', value: language },
    select: { value: true },
  });
  if (!known) problems.add('language', 'must be a language of the dictionary, such as en');
}
