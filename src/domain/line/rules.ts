import { gathered } from '../../db/gathered.ts';
import type { DomainContext } from '../context.ts';
import type { Problems } from '../input.ts';

/** `pacingMode` is another name of `pacingModeType` (RULINGS T8a). */
export function pacingOf(options: {
  problems: Problems;
  pacingModeType: string | undefined;
  pacingMode: string | undefined;
}): { pacingModeType?: string } {
  const { problems, pacingModeType, pacingMode } = options;
  if (pacingModeType !== undefined && pacingMode !== undefined && pacingMode !== pacingModeType)
    problems.add('pacingMode', 'must equal pacingModeType, because it is an alias of it');
  const value = pacingModeType ?? pacingMode;
  return value === undefined ? {} : { pacingModeType: value };
}

/** A line's language is the upper-case English name of a dictionary language (RULINGS T8a). */
export async function checkLanguageKey(options: {
  ctx: DomainContext;
  problems: Problems;
  language: string | undefined;
}): Promise<void> {
  const { ctx, problems, language } = options;
  if (language === undefined) return;
  const isKnown = await gathered<string, boolean>({
    db: ctx.db,
    name: 'languages',
    key: language,
    many: async (keys) => {
      const languages = await ctx.db.dictionaryEntry.findMany({
        where: { list: 'language' },
        select: { name: true },
      });
      const known = new Set(languages.map(({ name }) => name?.toUpperCase()));
      return keys.map((key) => known.has(key));
    },
  });
  if (!isKnown)
    problems.add('language', 'must be the upper-case name of a dictionary language, such as ENGLISH');
}
