import { getDatamodel } from '../../db/generated/pothos-types.ts';

const { models } = getDatamodel().datamodel;

/** Whether a column, or the row that a relation leads to, may be missing; `creative.name` is of a row that is there. */
export function isNullable(model: string, path: string): boolean {
  const [name = '', inner] = path.split('.');
  if (inner !== undefined) return isNullable(name.charAt(0).toUpperCase() + name.slice(1), inner);
  const field = models[model]?.fields.find((field) => field.name === name);
  if (!field) throw new Error(`${model} has no ${name}.`);
  return !field.isRequired;
}
