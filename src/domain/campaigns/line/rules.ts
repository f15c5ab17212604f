import { batchInTransaction } from '../../../platform/database/transaction/batch-in-transaction.ts';
import type { Problems } from '../../../resources/define/input.ts';
import type { DomainContext } from '../../context.ts';

/** `pacingMode` is an alias of `pacingModeType`. */
export function pacingOf<Mode extends string>(options: {
  problems: Problems;
  pacingModeType: Mode | null | undefined;
  pacingMode: Mode | null | undefined;
}): { pacingModeType?: Mode | null } {
  const { problems, pacingModeType, pacingMode } = options;
  if (pacingModeType != null && pacingMode != null && pacingMode !== pacingModeType)
    problems.add('pacingMode', 'must equal pacingModeType, because it is an alias of it');
  const value = pacingMode ?? (pacingModeType === undefined ? pacingMode : pacingModeType);
  return value === undefined ? {} : { pacingModeType: value };
}

/** A line's language is the upper-case English name of a dictionary language. */
export async function checkLanguageKey(options: {
  ctx: DomainContext;
  problems: Problems;
  language: string | null | undefined;
}): Promise<void> {
  const { ctx, problems, language } = options;
  if (language == null) return;
  const isKnown = await batchInTransaction<string, boolean>({
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
