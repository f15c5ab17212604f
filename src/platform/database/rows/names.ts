/** Returns the column of a field: the snake_case form of its camelCase name. */
export const columnOf = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the table of a model: `AdGroup` → `ad_group`. */
export const tableOf = (model: string): string => columnOf(model.charAt(0).toLowerCase() + model.slice(1));

/** Returns the model of a table: `ad_group` → `AdGroup`. */
export const modelOf = (table: string): string =>
  table.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const fields = new Map<string, string>();

/** The cache is bounded: columns are those of our own tables, a few hundred. */
function fieldOf(column: string): string {
  const known = fields.get(column);
  if (known !== undefined) return known;
  const field = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  fields.set(column, field);
  return field;
}

/** Returns a database row with the names of fields instead of columns. */
export function fieldsOf(row: object): object {
  const named: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) named[fieldOf(column)] = value;
  return named;
}
