import type { z } from 'zod';
import { type InputDefinition, isRecord, type Problems } from './input.ts';

/** Fields that the interface documents elsewhere: kept and echoed as sent (RULINGS T3), within these bounds. */
const MAX_FIELDS = 100;
const MAX_DEPTH = 8;
const MAX_CHARACTERS = 32_768;

/**
 * The stored unknown fields with those of `input` over them; undefined when the input has none.
 * What cannot be kept as sent is a problem of that field.
 */
export function mergeExtra(options: {
  problems: Problems;
  definition: InputDefinition<z.ZodRawShape>;
  stored: unknown;
  input: unknown;
}): Record<string, unknown> | undefined {
  const { problems, definition, stored, input } = options;
  const sent = keptFields(definition, input);
  if (sent.length === 0) return undefined;
  for (const [name, value] of sent) {
    const problem = problemOf(name, 0) ?? problemOf(value, 1);
    if (problem) problems.add(name.slice(0, 64), problem);
  }
  const merged = { ...(isRecord(stored) ? stored : {}), ...Object.fromEntries(sent) };
  if (Object.keys(merged).length > MAX_FIELDS)
    problems.add('', `must not have more than ${MAX_FIELDS} further fields`);
  else if (problems.issues.length === 0 && JSON.stringify(merged).length > MAX_CHARACTERS)
    problems.add('', `must not have more than ${MAX_CHARACTERS} characters in further fields`);
  return merged;
}

function keptFields(definition: InputDefinition<z.ZodRawShape>, input: unknown): [string, unknown][] {
  if (!isRecord(input)) return [];
  const { shape } = definition.fields;
  return Object.entries(input).filter(
    ([name]) => !Object.hasOwn(shape, name) && !definition.readOnly.includes(name),
  );
}

/** What PostgreSQL or JSON cannot keep, or nobody should have to read. */
function problemOf(value: unknown, depth: number): string | undefined {
  if (depth > MAX_DEPTH) return `must be nested at most ${MAX_DEPTH} levels deep`;
  if (typeof value === 'number' && !Number.isFinite(value)) return 'must be a finite number';
  if (typeof value === 'string') {
    if (value.includes('\0')) return 'must not contain control characters';
    return value.isWellFormed() ? undefined : 'must be well-formed text';
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    const problem = problemOf(name, depth) ?? problemOf(part, depth + 1);
    if (problem) return problem;
  }
  return undefined;
}
