import { keysOf } from '../../platform/text/typed.ts';

/**
 * An enum, defined once: inputs and stored rows are validated with it, and GraphQL's enum is generated from
 * it.
 */
export interface EnumType<Word extends string = string> {
  /** Its name in GraphQL: `LineStatus`. */
  readonly name: string;
  readonly description: string;
  /** The description of each value. */
  readonly words: Readonly<Record<Word, string>>;
}

export const defineEnum = <const Word extends string>(
  name: string,
  description: string,
  words: Readonly<Record<Word, string>>,
): EnumType<Word> => ({ name, description, words });

/** Returns the values, in the order of the definition. */
export const valuesOf = <Word extends string>({ words }: EnumType<Word>): Word[] => keysOf(words);

/** Returns the values that have another name in GraphQL. */
export const renamedWords = (enumType: EnumType): string[] =>
  valuesOf(enumType).filter((word) => enumName(word) !== word);

/**
 * Returns the name of a value in GraphQL: `report.finished` is `REPORT_FINISHED`. Most names equal the
 * value.
 */
export const enumName = (word: string): string =>
  /^[A-Za-z_]\w*$/.test(word) ? word : word.replace(/\W/g, '_').toUpperCase();
