interface Language {
  readonly value: string;
  readonly name: string | null;
}

/**
 * By name. Campaigns store the code of a language, lines its name in capitals: a name that two codes have, such as Akan, is
 * one choice for a line, and told apart by its code for a campaign.
 */
export function languageChoices(
  languages: readonly Language[],
  by: 'code' | 'name',
): readonly (readonly [value: string, name: string])[] {
  const named = languages.map(({ value, name }) => [value, name ?? value] as const);
  const isShared = (name: string) => named.filter(([, other]) => other === name).length > 1;
  const choices = named.map(([code, name]) =>
    by === 'name'
      ? ([name.toUpperCase(), name] as const)
      : ([code, isShared(name) ? `${name} (${code})` : name] as const),
  );
  return [...new Map(choices)].sort(([, one], [, other]) => one.localeCompare(other));
}
