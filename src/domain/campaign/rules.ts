import type { DomainContext } from '../context.ts';
import type { Problems } from '../input.ts';

/** Section 3, Errors, rule 3. */
export const CHANNEL_MISMATCH = 'Mismatching campaign channel and objective';

interface Reach {
  readonly objective?: string | null | undefined;
  readonly channel?: string | null | undefined;
}

/**
 * Only VISIT_WEB goes with search; every other objective is native-only (spec 3, "Errors" 3 and 6).
 * A campaign that names only one of the two contradicts nothing.
 */
export function contradictsObjective({ objective, channel }: Reach): boolean {
  return Boolean(objective && channel && objective !== 'VISIT_WEB' && channel !== 'NATIVE');
}

export function checkChannel({ problems, ...campaign }: Reach & { problems: Problems }): void {
  if (contradictsObjective(campaign)) problems.say('channel', CHANNEL_MISMATCH);
}

export const UNKNOWN_LANGUAGE = 'must be a language of the dictionary, such as en';

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
  if (!known) problems.add('language', UNKNOWN_LANGUAGE);
}
