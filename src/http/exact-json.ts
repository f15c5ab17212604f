import { randomUUID } from 'node:crypto';
import { InexactNumber, isExact, isJsonNumber } from '../platform/json/exact-number.ts';
import { scanJson } from '../platform/json/scan.ts';

/** Marks a number that was replaced with text. Random, so that no caller can guess it. */
const MARK = randomUUID();
const QUOTED_MARK = Buffer.from(`"${MARK}`);
const QUOTE = Buffer.from('"');

interface Marked {
  /** The limit that the text exceeds. The text must not be parsed then. */
  readonly problem: string | undefined;
  readonly bytes: Buffer;
  readonly hasMarks: boolean;
}

/**
 * Returns JSON in which numbers that a double cannot represent are replaced with marked text, for
 * `reviveNumbers`. JSON.parse would round them without an error.
 */
export function markNumbers(json: Buffer): Marked {
  const { problem, longNumbers } = scanJson(json);
  if (problem !== undefined || longNumbers.length === 0) return { problem, bytes: json, hasMarks: false };
  const parts: Buffer[] = [];
  let copied = 0;
  for (let i = 0; i < longNumbers.length; i += 2) {
    const [start = 0, end = 0] = [longNumbers[i], longNumbers[i + 1]];
    const number = json.toString('latin1', start, end);
    // Leave anything that is not a number unchanged, so that JSON.parse reports it.
    if (!isJsonNumber(number) || isExact(number)) continue;
    parts.push(json.subarray(copied, start), QUOTED_MARK, json.subarray(start, end), QUOTE);
    copied = end;
  }
  if (parts.length === 0) return { problem, bytes: json, hasMarks: false };
  parts.push(json.subarray(copied));
  return { problem, bytes: Buffer.concat(parts), hasMarks: true };
}

/** Replaces each marked text in a parsed value with an InexactNumber. Changes the value in place. */
export function reviveNumbers(value: unknown): unknown {
  if (typeof value === 'string')
    return value.startsWith(MARK) ? new InexactNumber(value.slice(MARK.length)) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i += 1) {
      const part: unknown = value[i];
      if (typeof part === 'string' || typeof part === 'object') value[i] = reviveNumbers(part);
    }
    return value;
  }
  const parts = value as Record<string, unknown>;
  for (const name of Object.keys(parts)) {
    const part = parts[name];
    const revived = reviveNumbers(part);
    if (revived !== part) parts[name] = revived;
  }
  return value;
}
