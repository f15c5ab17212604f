import type { ObservedCall } from '../divergence.ts';
import { shownWord, type WordField } from './enums.ts';

type Fields = Readonly<Record<string, unknown>>;
type WordFields = Readonly<Record<string, WordField>>;

/** Returns a body without the words that were answered for stored values that have another word. */
export function withoutShownWords(fields: WordFields, body: Fields, stored: Fields): Fields {
  const shown = Object.entries(fields).flatMap(([name, field]) => {
    if (!Object.hasOwn(body, name)) return [];
    const word = shownWord(field, stored[name]);
    return body[name] === word && stored[name] !== word ? [name] : [];
  });
  return shown.length === 0
    ? body
    : Object.fromEntries(Object.entries(body).filter(([name]) => !shown.includes(name)));
}

/** Refuses words of passthrough fields that would be answered as something else. */
export function refuseOtherWords(
  fields: WordFields,
  body: Fields,
  { refuse }: Pick<ObservedCall, 'refuse'>,
  stored: Fields = {},
): void {
  for (const [name, field] of Object.entries(fields)) {
    const word = body[name];
    if (word == null || field.words.includes(word as string) || word === shownWord(field, stored[name]))
      continue;
    refuse(name, `must be one of ${field.words.join(', ')}`);
  }
}
