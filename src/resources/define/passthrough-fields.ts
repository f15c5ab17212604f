import { InexactNumber } from '../../platform/json/exact-number.ts';

/**
 * Limits of what is stored without being interpreted: fields that the interfaces document elsewhere, which
 * are returned as sent, and JSON values of known fields.
 */
export const MAX_PASSTHROUGH_FIELDS = 100;
const MAX_DEPTH = 8;
const MAX_CHARACTERS = 32_768;

/**
 * Returns why a value cannot be stored and returned as sent: PostgreSQL or JSON would change it, or it is
 * too large. Undefined if it can.
 */
export function passthroughProblem(value: unknown): string | undefined {
  return formProblem(value, 1) ?? sizeProblem(value);
}

export function formProblem(value: unknown, depth: number): string | undefined {
  if (depth > MAX_DEPTH) return `must be nested at most ${MAX_DEPTH} levels deep`;
  if (value instanceof InexactNumber || (typeof value === 'number' && !Number.isFinite(value)))
    return 'must be a number that a double holds exactly; send others as text';
  if (typeof value === 'string') return textProblem(value);
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    const problem = nameProblem(name) ?? formProblem(part, depth + 1);
    if (problem) return problem;
  }
  return undefined;
}

export function nameProblem(name: string): string | undefined {
  return name === '__proto__' ? 'must not be named __proto__' : textProblem(name);
}

function textProblem(text: string): string | undefined {
  if (text.includes('\0')) return 'must not contain control characters';
  return text.isWellFormed() ? undefined : 'must be well-formed text';
}

export function sizeProblem(value: unknown): string | undefined {
  const { length } = JSON.stringify(value, written);
  return length > MAX_CHARACTERS ? `must not have more than ${MAX_CHARACTERS} characters` : undefined;
}

/** PostgreSQL writes numbers without exponents: 1e300 has 301 digits there. */
function written(_name: string, value: unknown): unknown {
  const exponent = typeof value === 'number' ? /e[+-](\d+)/.exec(String(value))?.[1] : undefined;
  return exponent === undefined ? value : '0'.repeat(Number(exponent));
}
