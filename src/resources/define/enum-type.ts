import { keysOf } from '../../platform/text/typed.ts';

/**
 * An enum, defined once: inputs and stored rows are validated with it, and GraphQL's enum is generated from
 * it.
 */
export interface EnumType<Value extends string = string> {
  /** Its name in GraphQL: `LineStatus`. */
  readonly name: string;
  readonly description: string;
  /** The description of each value. */
  readonly values: Readonly<Record<Value, string>>;
}

export const defineEnum = <const Value extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
): EnumType<Value> => ({ name, description, values });

/** Returns the values, in the order of the definition. */
export const valuesOf = <Value extends string>({ values }: EnumType<Value>): Value[] => keysOf(values);

/** Returns the values that have another name in GraphQL. */
export const renamedValues = (enumType: EnumType): string[] =>
  valuesOf(enumType).filter((value) => enumName(value) !== value);

/**
 * Returns the name of a value in GraphQL: `report.finished` is `REPORT_FINISHED`. Most names equal the
 * value.
 */
export const enumName = (value: string): string =>
  /^[A-Za-z_]\w*$/.test(value) ? value : value.replace(/\W/g, '_').toUpperCase();
