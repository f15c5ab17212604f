import { utf16Units } from '../../../platform/json/utf16-units.ts';

/** The part of a text that is being checked, as UTF-16 code units. Escapes are decoded in place. */
export interface Plain {
  readonly units: Uint16Array;
  length: number;
}

export const unitOf = (char: string): number => char.charCodeAt(0);
export const FIRST_OTHER = 128;
const AT = unitOf('@');
const DOT = unitOf('.');
const PERCENT = unitOf('%');
const AMPERSAND = unitOf('&');
const BACKSLASH = unitOf('\\');
const HASH = unitOf('#');
const SEMICOLON = unitOf(';');
const [LOWER_U, LOWER_X] = [unitOf('u'), unitOf('x')];
const LAST_UNIT = 0xffff;
/** How often nested escapes are decoded. Nested escapes of the percent sign are decoded in one pass. */
const PASSES = 5;
/** The maximum number of digits of a character reference. */
const MAX_DIGITS = 7;

/** Fullwidth and small forms, which mail systems and browsers treat as ASCII. */
const [FIRST_WIDE, LAST_WIDE, WIDE] = [0xff01, 0xff5e, 0xfee0];
const FOLDED = new Map([[0xfe6b, AT], ...[0x3002, 0xff61, 0xfe52].map((dot) => [dot, DOT] as const)]);
/** Invisible characters: soft hyphens, joiners, zero-width spaces and byte order marks. */
const INVISIBLE = new Set([0xad, 0x200b, 0x200c, 0x200d, 0x2060, 0xfeff]);
const NAMED_REFERENCES = [
  ['commat;', AT],
  ['period;', DOT],
] as const;
const HEX = Array.from({ length: FIRST_OTHER }, (_, unit) => Number.parseInt(String.fromCharCode(unit), 16));

/** A decoded character, and the number of code units that its escape takes. */
interface Escape {
  readonly unit: number;
  readonly end: number;
}

/**
 * Returns a text as a person would read it: with percent-encoding, HTML character references, `\u0040`, `\x40` and
 * fullwidth forms decoded, and without invisible characters. Takes a few nanoseconds per character for any text.
 */
export function plainText(text: string): Plain {
  const plain = { units: utf16Units(text), length: text.length };
  for (let pass = 0; pass < PASSES && undoEscapes(plain); pass += 1);
  return plain;
}

/** @returns whether the text was changed */
function undoEscapes(plain: Plain): boolean {
  const { units, length } = plain;
  let to = 0;
  let isChanged = false;
  for (let from = 0; from < length; ) {
    const unit = units[from] ?? 0;
    from += 1;
    if (unit >= FIRST_OTHER) {
      if (INVISIBLE.has(unit)) continue;
      const folded = foldOf(unit);
      isChanged ||= folded !== unit;
      units[to++] = folded;
    } else if (unit === PERCENT || unit === AMPERSAND || unit === BACKSLASH) {
      if (unit === PERCENT) while (startsWith25(plain, from)) from += 2;
      const found = escapeAt(plain, unit, from);
      units[to++] = found?.unit ?? unit;
      from = found?.end ?? from;
    } else units[to++] = unit;
  }
  plain.length = to;
  return isChanged || to < length;
}

const foldOf = (unit: number): number =>
  unit >= FIRST_WIDE && unit <= LAST_WIDE ? unit - WIDE : (FOLDED.get(unit) ?? unit);

/** Returns the escape that begins with the sign at this position, if any. */
function escapeAt(plain: Plain, sign: number, at: number): Escape | undefined {
  if (sign === AMPERSAND) return referenceAt(plain, at);
  const kind = plain.units[at];
  if (kind === LOWER_U) return hexAt(plain, at + 1, 4);
  if (sign === PERCENT) return bytesAt(plain, at);
  return kind === LOWER_X ? hexAt(plain, at + 1, 2) : undefined;
}

/** An HTML character reference, such as `&#64;`. */
function referenceAt(plain: Plain, at: number): Escape | undefined {
  if (plain.units[at] !== HASH) {
    const [name, unit] = NAMED_REFERENCES.find(([name]) => matches(plain, at, name)) ?? [];
    return name === undefined ? undefined : { unit, end: at + name.length };
  }
  const isHex = plain.units[at + 1] === LOWER_X;
  const base = isHex ? 16 : 10;
  const begin = at + (isHex ? 2 : 1);
  let code = 0;
  let end = begin;
  for (; end < Math.min(plain.length, begin + MAX_DIGITS); end += 1) {
    const digit = hexOf(plain.units[end]);
    if (!(digit < base)) break;
    code = base * code + digit;
  }
  if (end === begin || code > LAST_UNIT) return undefined;
  return { unit: code, end: end + Number(end < plain.length && plain.units[end] === SEMICOLON) };
}

/** A percent-encoded character of the basic multilingual plane in UTF-8. Starts after the first percent sign. */
function bytesAt(plain: Plain, at: number): Escape | undefined {
  const first = hexAt(plain, at, 2);
  if (!first || first.unit < FIRST_OTHER) return first;
  const more = first.unit >= 0xe0 && first.unit < 0xf0 ? 2 : first.unit >= 0xc2 && first.unit < 0xe0 ? 1 : 0;
  let { unit, end } = first;
  if (more === 0) return undefined;
  unit &= more === 2 ? 0x0f : 0x1f;
  for (let count = 0; count < more; count += 1) {
    const next = plain.units[end] === PERCENT ? hexAt(plain, end + 1, 2) : undefined;
    if (!next || next.unit < 0x80 || next.unit >= 0xc0) return undefined;
    unit = 64 * unit + (next.unit & 0x3f);
    end = next.end;
  }
  return { unit, end };
}

function hexAt({ units, length }: Plain, at: number, digits: number): Escape | undefined {
  const end = at + digits;
  let unit = 0;
  for (let digit = at; digit < end; digit += 1)
    unit = 16 * unit + (digit < length ? hexOf(units[digit]) : Number.NaN);
  return Number.isNaN(unit) ? undefined : { unit, end };
}

const startsWith25 = ({ units, length }: Plain, at: number): boolean =>
  at + 1 < length && units[at] === 0x32 && units[at + 1] === 0x35;

/** NaN for anything but a hexadecimal digit. */
const hexOf = (unit = 0): number => HEX[unit] ?? Number.NaN;

/** Returns whether the lower-case text is at this position, ignoring case. */
export function matches({ units, length }: Plain, begin: number, text: string): boolean {
  if (begin + text.length > length) return false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = units[begin + at] ?? 0;
    const lower = unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
    if (lower !== text.charCodeAt(at)) return false;
  }
  return true;
}
