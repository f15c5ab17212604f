import { randomInt } from 'node:crypto';
import { nameCounter } from './names.ts';

/**
 * The limits of a JSON text that JSON.parse may build. Beyond them, a small body could cost far more than
 * its size.
 */
export const JSON_LIMITS = {
  depth: 64,
  /** The keys of one object. `variables` may have one more: GraphQL rejects it, and names it. */
  keys: 1_000,
  /**
   * The number of objects, lists, keys and entries that is always allowed, and the bytes that allow one
   * more.
   */
  parts: 40_000,
  bytesPerPart: 16,
  /** The same for short texts and for orders of keys that are not among the first `knownNames`. */
  names: 15_000,
  bytesPerName: 40,
  knownNames: 1_000,
  /** The number of numbers that are compared digit by digit with their double. */
  longNumbers: 5_000,
} as const;

/**
 * Doubles represent every decimal of 15 digits. Programs print them with at most 17, which count as exact
 * in fractions.
 */
const HELD_DIGITS = 15;
const WRITTEN_DIGITS = 17;
/** Well within the range of doubles, whatever the preceding digits. */
const SAFE_EXPONENT = 250;
const SHORT_NUMBER = 40;

/** V8 interns texts up to this length: it looks them up in a table of all texts, and adds new ones. */
const SHORT_TEXT = 10;
/** The length in bytes of such a text if each character is an escape. */
const ESCAPED_SHORT_TEXT = 6 * SHORT_TEXT;
/** The cost of a new order of keys, compared with a new text: V8 creates a hidden class for it. */
const NAMES_PER_SHAPE = 5;
const FIRST_OTHER = 0x80;
/** FNV-1a with a random seed that callers do not know. */
const PRIME = 0x01000193;
const SEED = randomInt(2 ** 31);

const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const SMALL_E = 0x65;
const LARGE_E = 0x45;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Values instead of the end of a key: a list has no keys, and an object needs one before each value. */
const IN_LIST = 0;
const NO_KEY = -1;

export interface JsonScan {
  /** The limit that the text exceeds. The scan stops there. */
  readonly problem: string | undefined;
  /** Start and end offsets of numbers whose digits a double may lose: start, end, start, end … */
  readonly longNumbers: readonly number[];
}

/**
 * Scans JSON in UTF-8 once, without building anything: JSON.parse does that afterwards, and reports syntax
 * errors. Its cost does not depend on the content.
 */
export function scanJson(bytes: Uint8Array): JsonScan {
  const { length } = bytes;
  const maxParts = JSON_LIMITS.parts + length / JSON_LIMITS.bytesPerPart;
  const keys: number[] = [0];
  const keyStarts: number[] = [0];
  const keyEnds: number[] = [IN_LIST];
  const longNumbers: number[] = [];
  const shapes: number[] = [SEED];
  const names = nameCounter({
    bytes: length,
    most: JSON_LIMITS.names + length / JSON_LIMITS.bytesPerName,
    known: JSON_LIMITS.knownNames,
    maxWeight: NAMES_PER_SHAPE,
  });
  let parts = 0;
  let depth = 0;
  let stringStart = 0;
  let stringEnd = 0;
  let stringHash = SEED;
  const isKey = (at: number, name: string) => isText(bytes, keyStarts[at], keyEnds[at], name);
  for (let i = 0; i < length; i += 1) {
    const byte = bytes[i] as number;
    if (byte === QUOTE) {
      stringStart = i + 1;
      stringHash = SEED;
      let maxBytes = SHORT_TEXT;
      for (i += 1; i < length; i += 1) {
        const inner = bytes[i] as number;
        if (inner === QUOTE) break;
        stringHash = Math.imul(stringHash ^ inner, PRIME);
        if (inner !== BACKSLASH && inner < FIRST_OTHER) continue;
        maxBytes = ESCAPED_SHORT_TEXT;
        if (inner !== BACKSLASH) continue;
        i += 1;
        stringHash = Math.imul(stringHash ^ (bytes[i] as number), PRIME);
      }
      stringEnd = i;
      const isShort = stringEnd - stringStart <= maxBytes && keyEnds[depth] !== NO_KEY;
      if (isShort && names?.isTooMany(stringHash, 1)) return refused(TOO_MANY_NAMES);
    } else if (byte === COLON) {
      const count = (keys[depth] as number) + 1;
      if (count > JSON_LIMITS.keys && !(count === JSON_LIMITS.keys + 1 && isKey(depth - 1, 'variables')))
        return refused(`has an object with more than ${JSON_LIMITS.keys} keys`);
      parts += 1;
      if (parts > maxParts) return refused(TOO_MANY_PARTS);
      const shape = Math.imul((shapes[depth] as number) ^ stringHash, PRIME);
      if (names?.isTooMany(shape, NAMES_PER_SHAPE)) return refused(TOO_MANY_NAMES);
      shapes[depth] = shape;
      keys[depth] = count;
      keyStarts[depth] = stringStart;
      keyEnds[depth] = stringEnd;
    } else if (byte === COMMA) {
      if (keyEnds[depth] !== IN_LIST) keyEnds[depth] = NO_KEY;
      else {
        parts += 1;
        if (parts > maxParts) return refused(TOO_MANY_PARTS);
      }
    } else if (byte === MINUS || (byte >= ZERO && byte <= NINE)) {
      // The digits of such a number must not be replaced with a string, which would be a valid key.
      if (keyEnds[depth] === NO_KEY) return refused('has a number where a key belongs');
      const end = numberEnd(bytes, i);
      if (!isHeldForSure(bytes, i, end)) {
        if (longNumbers.length === 2 * JSON_LIMITS.longNumbers)
          return refused(`has more than ${JSON_LIMITS.longNumbers} numbers that a double may not hold`);
        longNumbers.push(i, end);
      }
      i = end - 1;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      depth += 1;
      if (depth > JSON_LIMITS.depth) return refused(`is nested more than ${JSON_LIMITS.depth} levels deep`);
      parts += 1;
      if (parts > maxParts) return refused(TOO_MANY_PARTS);
      keys[depth] = 0;
      shapes[depth] = SEED;
      keyStarts[depth] = 0;
      keyEnds[depth] = byte === OPEN_LIST ? IN_LIST : NO_KEY;
    } else if ((byte === CLOSE_OBJECT || byte === CLOSE_LIST) && depth > 0) depth -= 1;
  }
  return { problem: undefined, longNumbers };
}

const TOO_MANY_PARTS = 'has too many objects, lists, keys and entries for its size';
const TOO_MANY_NAMES = 'has too many different keys and short texts for its size';

const refused = (problem: string): JsonScan => ({ problem, longNumbers: [] });

/** Returns the end of the run of characters that can be part of a number. */
function numberEnd(bytes: Uint8Array, start: number): number {
  let end = start + 1;
  for (; end < bytes.length; end += 1) {
    const byte = bytes[end] as number;
    if (byte >= ZERO && byte <= NINE) continue;
    if (byte !== POINT && byte !== MINUS && byte !== PLUS && byte !== SMALL_E && byte !== LARGE_E) break;
  }
  return end;
}

/**
 * Returns whether the number is so short and its exponent so small that a double certainly represents it.
 * Malformed numbers do not matter.
 */
function isHeldForSure(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > SHORT_NUMBER) return false;
  let digits = 0;
  let hasPoint = false;
  /** The position of the last non-zero digit of the fraction, 0 without one. */
  let significant = 0;
  for (let i = start; i < end; i += 1) {
    const byte = bytes[i] as number;
    if (byte === SMALL_E || byte === LARGE_E)
      return digits <= HELD_DIGITS && exponentOf(bytes, i + 1, end) <= SAFE_EXPONENT;
    if (byte === POINT) hasPoint = true;
    else if (byte >= ZERO && byte <= NINE) {
      if (digits > 0 || byte !== ZERO) digits += 1;
      if (hasPoint && byte !== ZERO) significant = digits;
    }
  }
  if (digits <= HELD_DIGITS) return true;
  return significant > 0 && significant <= WRITTEN_DIGITS;
}

/** Returns the absolute value of the exponent. */
function exponentOf(bytes: Uint8Array, start: number, end: number): number {
  let exponent = 0;
  for (let i = start; i < end; i += 1) {
    const byte = bytes[i] as number;
    if (byte >= ZERO && byte <= NINE) exponent = exponent * 10 + byte - ZERO;
  }
  return exponent;
}

function isText(
  bytes: Uint8Array,
  start: number | undefined,
  end: number | undefined,
  text: string,
): boolean {
  if (start === undefined || end === undefined || end - start !== text.length) return false;
  for (let i = 0; i < text.length; i += 1) if (bytes[start + i] !== text.charCodeAt(i)) return false;
  return true;
}
