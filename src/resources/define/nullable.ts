import { getDatamodel } from '../../platform/database/generated/pothos-types.ts';

const { models } = getDatamodel().datamodel;

const known = new Map<string, boolean>();

/** Whether a column, or the row that a relation leads to, may be missing; `creative.name` is of a row that is there. */
export function isNullable(model: string, path: string): boolean {
  const key = `${model}.${path}`;
  const nullable = known.get(key) ?? lookUp(model, path);
  known.set(key, nullable);
  return nullable;
}

function lookUp(model: string, path: string): boolean {
  const [name = '', inner] = path.split('.');
  if (inner !== undefined) return isNullable(name.charAt(0).toUpperCase() + name.slice(1), inner);
  const field = models[model]?.fields.find((field) => field.name === name);
  if (!field) throw new Error(`${model} has no ${name}.`);
  return !field.isRequired;
}
