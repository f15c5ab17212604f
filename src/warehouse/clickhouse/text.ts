/** A small table whose rows are part of the statement. */
export interface Rows {
  /** Names and types. */
  readonly columns: Readonly<Record<string, 'Int32' | 'String'>>;
  readonly rows: readonly (readonly (number | string)[])[];
}

/**
 * Returns the rows as a SELECT. They are one string literal in the statement: parameters are sent in the
 * URL, which is too short for the names of 100,000 lines.
 */
export function rowsSql({ columns, rows }: Rows): string {
  const structure = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  if (rows.length > 0)
    return `SELECT * FROM format(JSONCompactEachRow, ${literal(structure.join(', '))}, ${literal(rows.map((row) => JSON.stringify(row)).join('\n'))})`;
  const none = Object.entries(columns).map(
    ([name, type]) => `defaultValueOfTypeName('${type}')::${type} AS ${name}`,
  );
  return `SELECT ${none.join(', ')} WHERE false`;
}

function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** Collects the parameters of a statement, named in the order in which they are bound. */
export class Params {
  readonly values: Record<string, number | string> = {};

  /** @returns the placeholder for the value in the statement */
  bind(
    value: number | string,
    type: 'Int32' | 'Int64' | 'UInt64' | 'String' | "DateTime64(0, 'UTC')",
  ): string {
    const name = `p${Object.keys(this.values).length}`;
    this.values[name] = value;
    return `{${name}:${type}}`;
  }
}
