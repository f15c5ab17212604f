import { useRead } from '../api/use-read.ts';
import { DashboardLanguagesDocument } from '../generated/graphql.ts';
import type { FieldOf } from './field-of.ts';
import { languageChoices } from './language-choices.ts';

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
