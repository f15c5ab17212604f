import type { Problems } from './input.ts';

/**
 * Query parameters as both formats pass them: text or a list of text in REST, also numbers and booleans in
 * GraphQL. Absent, `undefined` or `null` if not given.
 */
export type Parameters = Readonly<Record<string, unknown>>;

const MAX_TEXT = 255;

export function integerParameter(
  problems: Problems,
  parameters: Parameters,
  { name, min, max }: { name: string; min: number; max: number },
): number | undefined {
  const value = parameters[name] ?? undefined;
  if (value === undefined) return undefined;
  const number = integerOf(value);
  if (number !== undefined && number >= min && number <= max) return number;
  problems.add(name, `must be an integer from ${min} to ${max}`);
  return undefined;
}

/** Returns a repeatable integer parameter, with at most `max` values. */
export function integersParameter(
  problems: Problems,
  parameters: Parameters,
  { name, max }: { name: string; max: number },
): number[] | undefined {
  const value = parameters[name] ?? undefined;
  if (value === undefined) return undefined;
  const values = Array.isArray(value) ? value : [value];
  const numbers = values.map(integerOf);
  if (numbers.includes(undefined)) problems.add(name, 'must be an integer');
  if (values.length > max) problems.add(name, `may be given at most ${max} times`);
  return numbers.filter((number) => number !== undefined);
}

/** Returns a text of at most 255 characters that PostgreSQL can compare with. */
export function textParameter(problems: Problems, parameters: Parameters, name: string): string | undefined {
  const value = parameters[name] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value !== 'string') problems.add(name, 'must be given once');
  else if (value === '') problems.add(name, 'must not be empty');
  else if (value.length > MAX_TEXT) problems.add(name, `must be at most ${MAX_TEXT} characters long`);
  else if (value.includes('\0') || !value.isWellFormed()) problems.add(name, 'must be well-formed text');
  else return value;
  return undefined;
}

export function oneOfParameter<const Value extends string>(
  problems: Problems,
  parameters: Parameters,
  { name, values }: { name: string; values: readonly Value[] },
): Value | undefined {
  const value = parameters[name] ?? undefined;
  if (value === undefined) return undefined;
  const known = values.find((candidate) => candidate === value);
  if (known === undefined) problems.add(name, `must be one of ${values.join(', ')}`);
  return known;
}

export function booleanParameter(
  problems: Problems,
  parameters: Parameters,
  name: string,
): boolean | undefined {
  const value = parameters[name] ?? undefined;
  if (value === undefined) return undefined;
  if (value === true || value === 'true') return true;
  if (value !== false && value !== 'false') problems.add(name, 'must be true or false');
  return false;
}

/** The maximum number of rows of one read. */
export const MAX_ROWS = 500;

/** Returns `si`, the number of rows to skip, and `mr`, the maximum number of rows to return. */
export function pageParameters(
  problems: Problems,
  parameters: Parameters,
  defaultRows: number,
): { si: number; mr: number } {
  return {
    si: integerParameter(problems, parameters, { name: 'si', min: 0, max: 2_147_483_647 }) ?? 0,
    mr: integerParameter(problems, parameters, { name: 'mr', min: 1, max: MAX_ROWS }) ?? defaultRows,
  };
}

function integerOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : undefined;
}
