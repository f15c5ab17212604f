/** The part of a text that is being looked at, as UTF-16 units; escapes are undone in place. */
interface Plain {
  readonly units: Uint16Array;
  length: number;
}

const unitOf = (char: string): number => char.charCodeAt(0);
const AT = unitOf('@');
const DOT = unitOf('.');
const BRACKET = unitOf('[');
const PERCENT = unitOf('%');
const FIRST_OTHER = 128;
/** Characters that mail systems, browsers or people write an address's `@` with, once percent-encoding is undone. */
const WIDE_AT_SIGNS = [0xff20, 0xfe6b];
const ESCAPED_WIDE_AT_SIGNS = ['ef%bc%a0', 'ef%b9%ab'];
const IPV6 = 'ipv6:';
/** What cannot end the part before the `@`: there a handle, a path or a package's version begins. */
const NO_LOCAL_PART = /[\s@/=&?#,;:<>()[\]{}'"`|\\]/u;
/** A host name whose second or later label begins like one of a domain. */
const DOMAIN = /^(?:[\p{L}\p{M}\p{N}_-]+\.)+\p{L}{2}/u;
/** Escapes of escapes that are undone, beyond those of the percent sign itself, which are undone at once. */
const PASSES = 5;

/** For each unit of ASCII, whether it matches. */
const ascii = (pattern: RegExp): readonly boolean[] =>
  Array.from({ length: FIRST_OTHER }, (_, unit) => pattern.test(String.fromCharCode(unit)));
const ENDS_NO_LOCAL_PART = ascii(NO_LOCAL_PART);
const IS_LABEL = ascii(/[\w-]/);
const IS_LETTER = ascii(/[A-Za-z]/);
const HEX = Array.from({ length: FIRST_OTHER }, (_, unit) => Number.parseInt(String.fromCharCode(unit), 16));

/**
 * Whether the text of a request can hold an address at all, however its JSON is escaped. It decides for thousands of
 * events at once that nothing more is looked at.
 */
export const mayHoldAddress = (json: string): boolean =>
  json.includes('@') ||
  json.includes('%') ||
  json.includes('\\u') ||
  json.includes('\uff20') ||
  json.includes('\ufe6b');

/**
 * Whether a text holds an email address, also within other text, in a URL and percent-encoded several times. Takes
 * some nanoseconds a character, whatever the text: callers send megabytes of escapes.
 */
export function holdsAddress(text: string): boolean {
  if (!mayHoldAddress(text)) return false;
  const plain = decoded(text);
  for (let at = 1; at < plain.length; at += 1)
    if (isAtSign(plain.units[at]) && endsLocalPart(plain.units[at - 1]) && isDomain(plain, at + 1))
      return true;
  return false;
}

const isAtSign = (unit = 0): boolean => unit === AT || (unit >= FIRST_OTHER && WIDE_AT_SIGNS.includes(unit));

const endsLocalPart = (unit = 0): boolean =>
  unit < FIRST_OTHER
    ? !ENDS_NO_LOCAL_PART[unit]
    : !isAtSign(unit) && !NO_LOCAL_PART.test(String.fromCharCode(unit));

/** Whether a host name, or an address in brackets, begins here. */
function isDomain(plain: Plain, begin: number): boolean {
  const { units, length } = plain;
  if (begin + 1 >= length) return false;
  if (units[begin] === BRACKET) return isNumber(units[begin + 1]) || matches(plain, begin + 1, IPV6);
  let isAscii = true;
  let labelBegin = begin;
  for (let at = begin; at < length; at += 1) {
    const unit = units[at] ?? 0;
    if (unit === DOT) {
      if (at === labelBegin) return false;
      const [first = 0, second = 0] = [units[at + 1], units[at + 2]];
      const mayBeLetters = at + 2 < length && mayBeLetter(first) && mayBeLetter(second);
      if (mayBeLetters && isAscii && first < FIRST_OTHER && second < FIRST_OTHER) return true;
      // Rare: a surrogate pair may be one letter, and other characters none.
      if (
        mayBeLetters &&
        DOMAIN.test(String.fromCharCode(...units.subarray(begin, Math.min(at + 5, length))))
      )
        return true;
      labelBegin = at + 1;
    } else if (unit >= FIRST_OTHER) {
      if (isAtSign(unit) || at - begin > MAX_DOMAIN) return false;
      isAscii = false;
    } else if (!IS_LABEL[unit] || at - begin > MAX_DOMAIN) return false;
  }
  return false;
}

/** Characters of a host name (RFC 1035, section 2.3.4). */
const MAX_DOMAIN = 255;

const mayBeLetter = (unit: number): boolean =>
  unit < FIRST_OTHER ? IS_LETTER[unit] === true : !isAtSign(unit);

const isNumber = (unit = 0): boolean => unit >= unitOf('0') && unit <= unitOf('9');

/** Undoes escapes of ASCII and of the two wide `@`; all else can stay as it is. */
function decoded(text: string): Plain {
  const bytes = Buffer.from(text, 'utf16le');
  const units = new Uint16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const plain = { units, length: text.length };
  for (let pass = 0; pass < PASSES; pass += 1) {
    const { length } = plain;
    undoEscapes(plain);
    if (plain.length === length) break;
  }
  return plain;
}

function undoEscapes(plain: Plain): void {
  const { units, length } = plain;
  let to = units.indexOf(PERCENT);
  if (to < 0 || to >= length) return;
  for (let from = to; from < length; to += 1) {
    let unit = units[from] ?? 0;
    from += 1;
    if (unit === PERCENT) {
      while (from + 1 < length && units[from] === 0x32 && units[from + 1] === 0x35) from += 2;
      const code = from + 1 < length ? 16 * hexOf(units[from]) + hexOf(units[from + 1]) : Number.NaN;
      if (code < FIRST_OTHER) {
        unit = code;
        from += 2;
      } else if (ESCAPED_WIDE_AT_SIGNS.some((escaped) => matches(plain, from, escaped))) {
        unit = AT;
        from += 8;
      }
    }
    units[to] = unit;
  }
  plain.length = to;
}

/** NaN for what is no hexadecimal digit. */
const hexOf = (unit = 0): number => HEX[unit] ?? Number.NaN;

/** Whether the text, of lower case, stands here in any case. */
function matches({ units, length }: Plain, begin: number, text: string): boolean {
  if (begin + text.length > length) return false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = units[begin + at] ?? 0;
    const lower = unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
    if (lower !== text.charCodeAt(at)) return false;
  }
  return true;
}

/** A path of a request as logs may hold it. */
export const withoutAddress = (path: string | undefined): string | undefined =>
  path !== undefined && holdsAddress(path) ? '[an email address]' : path;
