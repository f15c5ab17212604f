import { useRead } from '../api/use-read.ts';
import { DashboardLanguagesDocument } from '../generated/graphql.ts';
import type { FieldOf } from './draft-fields.tsx';

type Choices = readonly (readonly [value: string, name: string])[];

/** Fields with the languages of the dictionary at the one that is a language; a text until they are known. */
export function useLanguages(by: 'code' | 'name') {
  const { data } = useRead(DashboardLanguagesDocument, {}, { freshFor: 600_000 }).result;
  const choices = languageChoices(data?.dictionary.languages ?? [], by);
  return <Name extends string>(fields: readonly FieldOf<Name>[]): readonly FieldOf<Name>[] =>
    choices.length === 0
      ? fields
      : fields.map((field) =>
          field.name === 'language' ? { ...field, choices: [['', '–'], ...choices] } : field,
        );
}

/** By name. Campaigns store the code of a language, lines its name in capitals. */
export const languageChoices = (
  languages: readonly { readonly value: string; readonly name: string | null }[],
  by: 'code' | 'name',
): Choices =>
  languages
    .map(({ value, name }) => [by === 'code' ? value : (name ?? value).toUpperCase(), name ?? value] as const)
    .sort(([, one], [, other]) => one.localeCompare(other));
