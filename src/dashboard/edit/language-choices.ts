/** By name. Campaigns store the code of a language, lines its name in capitals. */
export const languageChoices = (
  languages: readonly { readonly value: string; readonly name: string | null }[],
  by: 'code' | 'name',
): readonly (readonly [value: string, name: string])[] =>
  // Some languages have two codes and one name, which lines store.
  [
    ...new Map(
      languages.map(
        ({ value, name }) => [by === 'code' ? value : (name ?? value).toUpperCase(), name ?? value] as const,
      ),
    ),
  ].sort(([, one], [, other]) => one.localeCompare(other));
