import { lower } from './format.ts';
import { labelOf } from './labels.ts';

const NOTHING = '–';

/** A value of the change history as people read it: things that have a name by it. */
export function plain(value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (Array.isArray(value)) return value.map(plain).join(', ') || NOTHING;
  if (typeof value !== 'object') return String(value);
  const { name, excluded } = value as { readonly name?: unknown; readonly excluded?: unknown };
  if (typeof name === 'string') return excluded === true ? `not ${name}` : name;
  const known = Object.entries(value).filter(([key, each]) => key !== 'id' && plain(each) !== NOTHING);
  return known.map(([key, each]) => `${lower(labelOf(key))} ${plain(each)}`).join(', ') || NOTHING;
}
