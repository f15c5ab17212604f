import { keysOf } from '../../platform/text/typed.ts';

/** A closed set of words, defined once: inputs and stored rows are checked by it, GraphQL's enum is made of it. */
export interface EnumType<Word extends string = string> {
  /** Its name in GraphQL: `LineStatus`. */
  readonly name: string;
  readonly description: string;
  /** What each word means. */
  readonly words: Readonly<Record<Word, string>>;
}

export const defineEnum = <const Word extends string>(
  name: string,
  description: string,
  words: Readonly<Record<Word, string>>,
): EnumType<Word> => ({ name, description, words });

/** The words, in the order of the definition. */
export const valuesOf = <Word extends string>({ words }: EnumType<Word>): Word[] => keysOf(words);

/** The words that GraphQL has another name for. */
export const renamedWords = (enumType: EnumType): string[] =>
  valuesOf(enumType).filter((word) => enumName(word) !== word);

/** The word as GraphQL names it: `report.finished` is `REPORT_FINISHED`; most words are names as they are. */
export const enumName = (word: string): string =>
  /^[A-Za-z_]\w*$/.test(word) ? word : word.replace(/\W/g, '_').toUpperCase();
