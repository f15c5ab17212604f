import { getDatamodel } from '../../platform/database/generated/pothos-types.ts';

const { models } = getDatamodel().datamodel;

const known = new Map<string, boolean>();

/**
 * Returns whether a column, or the row that a relation refers to, can be null. For `creative.name`, the
 * related row is assumed to exist.
 */
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
