import { randomUUID } from 'node:crypto';
import { InexactNumber, isExact } from '../domain/exact-number.ts';

/** Before a number that became text; no caller can guess it. */
const MARK = randomUUID();
/** Shorter numbers without an exponent are always exact. */
const SUSPICIOUS = /^.{16}|[eE]/s;
const NUMBER_CHARACTERS = /[-+.\deE]*/y;

/**
 * JSON in which numbers that a double cannot hold are marked text, for `reviveNumbers`, and how deep it is nested.
 * JSON.parse alone would round them silently.
 */
export function markNumbers(json: string): { text: string; depth: number; hasMarks: boolean } {
  const parts: string[] = [];
  let copied = 0;
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let i = 0; i < json.length; i += 1) {
    const char = json[i] as string;
    if (quoted) {
      if (char === '\\') i += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '[' || char === '{') {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (char === ']' || char === '}') depth -= 1;
    else if (char === '-' || (char >= '0' && char <= '9')) {
      NUMBER_CHARACTERS.lastIndex = i;
      const [number = ''] = NUMBER_CHARACTERS.exec(json) ?? [];
      if (SUSPICIOUS.test(number) && !isExact(number)) {
        parts.push(json.slice(copied, i), `"${MARK}${number}"`);
        copied = i + number.length;
      }
      i += number.length - 1;
    }
  }
  if (parts.length === 0) return { text: json, depth: deepest, hasMarks: false };
  return { text: parts.join('') + json.slice(copied), depth: deepest, hasMarks: true };
}

/** A parsed value with an InexactNumber for each marked text; changed in place. */
export function reviveNumbers(value: unknown): unknown {
  if (typeof value === 'string')
    return value.startsWith(MARK) ? new InexactNumber(value.slice(MARK.length)) : value;
  if (typeof value !== 'object' || value === null) return value;
  const parts = value as Record<string, unknown>;
  for (const [name, part] of Object.entries(parts)) {
    const revived = reviveNumbers(part);
    if (revived !== part) parts[name] = revived;
  }
  return value;
}
