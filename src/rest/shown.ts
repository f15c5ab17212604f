/** What answers show of a table's rows. Each column stands in one of the three lists, which a test holds against the table. */
export interface Shown<Field extends string = string> {
  readonly table: string;
  /** Answered under the field's own name. */
  readonly shown: readonly Field[];
  /** Answered under another name, or in another form. */
  readonly otherwise: readonly string[];
  /** Never answered. */
  readonly internal: readonly string[];
}

export const defineShown = <const Field extends string>(shown: Shown<Field>): Shown<Field> => shown;

/** The fields that are answered under their own names, in the order of the list. */
export function pickShown<Row extends object, Field extends keyof Row & string>(
  { shown }: Pick<Shown<Field>, 'shown'>,
  row: Row,
): Pick<Row, Field> {
  return Object.fromEntries(shown.map((field) => [field, row[field]])) as Pick<Row, Field>;
}
