/** Fields are called as columns, in camelCase. */
export const columnOf = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A model's table: `AdGroup` → `ad_group`. */
export const tableOf = (model: string): string => columnOf(model.charAt(0).toLowerCase() + model.slice(1));

/** A table's model: `ad_group` → `AdGroup`. */
export const modelOf = (table: string): string =>
  table.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const fields = new Map<string, string>();

/** Columns are those of our own tables, so there are a few hundred. */
function fieldOf(column: string): string {
  const known = fields.get(column);
  if (known !== undefined) return known;
  const field = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  fields.set(column, field);
  return field;
}

/** A row as the database answers it, by the names of its fields. */
export function fieldsOf(row: object): object {
  const named: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) named[fieldOf(column)] = value;
  return named;
}
