import { moment } from '../format.ts';
import { lower } from '../words.ts';
import { labelOf } from './labels.ts';

const NOTHING = '–';
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** A value of the change history as people read it: things that have a name by it, times with their zone. */
export function plain(value: unknown, timeZone?: string): string {
  const inside = (each: unknown) => plain(each, timeZone);
  if (value === null || value === undefined || value === '') return NOTHING;
  if (Array.isArray(value)) return value.map(inside).join(', ') || NOTHING;
  if (typeof value === 'string' && TIME.test(value)) return moment(value, timeZone);
  if (typeof value !== 'object') return String(value);
  const { name, excluded } = value as { readonly name?: unknown; readonly excluded?: unknown };
  if (typeof name === 'string') return excluded === true ? `not ${name}` : name;
  const known = Object.entries(value).filter(([key, each]) => key !== 'id' && inside(each) !== NOTHING);
  return known.map(([key, each]) => `${lower(labelOf(key))} ${inside(each)}`).join(', ') || NOTHING;
}
