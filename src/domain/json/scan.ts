/** What a JSON text may be before JSON.parse builds it: beyond this a small body could cost far more than its size. */
export const JSON_LIMITS = {
  depth: 64,
  /** Of one object. GraphQL itself refuses the first variable too many, by name. */
  keys: 1_000,
  /** Objects, lists and entries of lists that are always allowed, and bytes of the body for each further one. */
  parts: 20_000,
  bytesPerPart: 16,
  /** Numbers that are compared digit by digit with what a double holds of them. */
  longNumbers: 5_000,
} as const;

/** Doubles hold every decimal of so many digits, and are written with at most 17. */
const HELD_DIGITS = 15;
const WRITTEN_DIGITS = 17;
/** Well within the range of doubles, whatever the digits before it. */
const SAFE_EXPONENT = 250;
const SHORT_NUMBER = 40;

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

/** What stands for the end of a key: in a list there is none, in an object one must come first. */
const IN_LIST = 0;
const NO_KEY = -1;

export interface JsonScan {
  /** Which limit the text exceeds. Nothing else is known of such a text. */
  readonly problem: string | undefined;
  /** Where numbers begin and end of which a double may lose digits: start, end, start, end … */
  readonly longNumbers: readonly number[];
}

interface ScanOptions {
  /** Deepest nesting. */
  readonly depth?: number;
  /** Counts fractions of up to 17 digits as held, since programs print doubles so. */
  readonly writtenDoubles?: boolean;
  /** Which long numbers are of interest; all by default. */
  readonly wanted?: (place: JsonPlace) => boolean;
}

/** The keys on the way to a value. */
export interface JsonPlace {
  readonly depth: number;
  /** Whether the key at a depth is this one, written without escapes. */
  isKey(depth: number, name: string): boolean;
}

/**
 * Reads JSON in UTF-8 once from start to end, without building anything: JSON.parse does that afterwards, and says
 * what is malformed. Its cost does not depend on what the text contains.
 */
export function scanJson(bytes: Uint8Array, options: ScanOptions = {}): JsonScan {
  const { depth: deepest = JSON_LIMITS.depth, writtenDoubles = false, wanted } = options;
  const { length } = bytes;
  const mostParts = JSON_LIMITS.parts + length / JSON_LIMITS.bytesPerPart;
  const keys: number[] = [0];
  const keyStarts: number[] = [0];
  const keyEnds: number[] = [IN_LIST];
  const longNumbers: number[] = [];
  let parts = 0;
  let depth = 0;
  let stringStart = 0;
  let stringEnd = 0;
  const isKey = (at: number, name: string) => isText(bytes, keyStarts[at], keyEnds[at], name);
  for (let i = 0; i < length; i += 1) {
    const byte = bytes[i] as number;
    if (byte === QUOTE) {
      stringStart = i + 1;
      for (i += 1; i < length; i += 1) {
        const inner = bytes[i] as number;
        if (inner === QUOTE) break;
        if (inner === BACKSLASH) i += 1;
      }
      stringEnd = i;
    } else if (byte === COLON) {
      const count = (keys[depth] as number) + 1;
      if (count > JSON_LIMITS.keys && !(count === JSON_LIMITS.keys + 1 && isKey(depth - 1, 'variables')))
        return refused(`has an object with more than ${JSON_LIMITS.keys} keys`);
      keys[depth] = count;
      keyStarts[depth] = stringStart;
      keyEnds[depth] = stringEnd;
    } else if (byte === COMMA) {
      if (keyEnds[depth] !== IN_LIST) keyEnds[depth] = NO_KEY;
      else {
        parts += 1;
        if (parts > mostParts) return refused(TOO_MANY_PARTS);
      }
    } else if (byte === MINUS || (byte >= ZERO && byte <= NINE)) {
      // Such a number must not become text, which would make it a key.
      if (keyEnds[depth] === NO_KEY) return refused('has a number where a key belongs');
      const end = numberEnd(bytes, i);
      if (!isHeldForSure(bytes, i, end, writtenDoubles) && (!wanted || wanted({ depth, isKey }))) {
        if (longNumbers.length === 2 * JSON_LIMITS.longNumbers)
          return refused(`has more than ${JSON_LIMITS.longNumbers} numbers that a double may not hold`);
        longNumbers.push(i, end);
      }
      i = end - 1;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      depth += 1;
      if (depth > deepest) return refused(`is nested more than ${deepest} levels deep`);
      parts += 1;
      if (parts > mostParts) return refused(TOO_MANY_PARTS);
      keys[depth] = 0;
      keyStarts[depth] = 0;
      keyEnds[depth] = byte === OPEN_LIST ? IN_LIST : NO_KEY;
    } else if ((byte === CLOSE_OBJECT || byte === CLOSE_LIST) && depth > 0) depth -= 1;
  }
  return { problem: undefined, longNumbers };
}

const TOO_MANY_PARTS = 'has too many objects, lists and entries of lists for its size';

const refused = (problem: string): JsonScan => ({ problem, longNumbers: [] });

/** The end of the run of characters that numbers are made of. */
function numberEnd(bytes: Uint8Array, start: number): number {
  let end = start + 1;
  for (; end < bytes.length; end += 1) {
    const byte = bytes[end] as number;
    if (byte >= ZERO && byte <= NINE) continue;
    if (byte !== POINT && byte !== MINUS && byte !== PLUS && byte !== SMALL_E && byte !== LARGE_E) break;
  }
  return end;
}

/** Whether few digits and a small exponent already say that a double holds the number. Malformed ones do not matter. */
function isHeldForSure(bytes: Uint8Array, start: number, end: number, writtenDoubles: boolean): boolean {
  if (end - start > SHORT_NUMBER) return false;
  let digits = 0;
  let hasPoint = false;
  /** Up to the last one of the fraction that is not zero; 0 without such a fraction. */
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
  return writtenDoubles && significant > 0 && significant <= WRITTEN_DIGITS;
}

/** Without its sign. */
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
