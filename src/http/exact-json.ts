import { randomUUID } from 'node:crypto';
import { InexactNumber, isExact, isJsonNumber } from '../platform/json/exact-number.ts';
import { scanJson } from '../platform/json/scan.ts';

/** Before a number that became text; no caller can guess it. */
const MARK = randomUUID();
const QUOTED_MARK = Buffer.from(`"${MARK}`);
const QUOTE = Buffer.from('"');

interface Marked {
  /** Which limit the text exceeds; then it is not to be parsed. */
  readonly problem: string | undefined;
  readonly bytes: Buffer;
  readonly hasMarks: boolean;
}

/**
 * JSON in which numbers that a double cannot hold are marked text, for `reviveNumbers`. JSON.parse alone would round
 * them silently.
 */
export function markNumbers(json: Buffer): Marked {
  const { problem, longNumbers } = scanJson(json);
  if (problem !== undefined || longNumbers.length === 0) return { problem, bytes: json, hasMarks: false };
  const parts: Buffer[] = [];
  let copied = 0;
  for (let i = 0; i < longNumbers.length; i += 2) {
    const [start = 0, end = 0] = [longNumbers[i], longNumbers[i + 1]];
    const number = json.toString('latin1', start, end);
    // What is no number stays as it is, for JSON.parse to refuse.
    if (!isJsonNumber(number) || isExact(number)) continue;
    parts.push(json.subarray(copied, start), QUOTED_MARK, json.subarray(start, end), QUOTE);
    copied = end;
  }
  if (parts.length === 0) return { problem, bytes: json, hasMarks: false };
  parts.push(json.subarray(copied));
  return { problem, bytes: Buffer.concat(parts), hasMarks: true };
}

/** A parsed value with an InexactNumber for each marked text; changed in place. */
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
