import { FIRST_OTHER, matches, type Plain, plainText, unitOf } from './plain-text.ts';

const AT = unitOf('@');
const DOT = unitOf('.');
const BRACKET = unitOf('[');
const QUOTE = unitOf('"');
const IPV6 = 'ipv6:';
/**
 * Characters that cannot end the part before the `@`. After one of them begins a handle, a path or a package version.
 */
const NO_LOCAL_PART = /[\s@/=&?#,;:<>()[\]{}'"`|\\]/u;
const LABEL = /^[\p{L}\p{M}\p{N}_-]+$/u;
/** What a top-level domain begins with. */
const TWO_LETTERS = /^\p{L}{2}/u;
/** A text without any of these contains no `@`, however it is escaped. */
const SIGNS = ['@', '%', '&#', '&commat', '\\u', '\\x', '\uff20', '\ufe6b'];

/** Returns for each ASCII code whether it matches. */
const ascii = (pattern: RegExp): readonly boolean[] =>
  Array.from({ length: FIRST_OTHER }, (_, unit) => pattern.test(String.fromCharCode(unit)));
const ENDS_NO_LOCAL_PART = ascii(NO_LOCAL_PART);
const IS_LABEL = ascii(/[\w-]/);
const IS_LETTER = ascii(/[A-Za-z]/);

/**
 * Returns whether the text of a request can contain an address at all, however its JSON is escaped. If not, thousands
 * of events need no further check.
 */
export const mayHoldAddress = (json: string): boolean => SIGNS.some((sign) => json.includes(sign));

/**
 * Returns whether a text contains an email address, also within other text, in a URL or escaped several times. Takes a
 * few nanoseconds per character for any text, because callers can send megabytes of escapes.
 */
export function holdsAddress(text: string): boolean {
  if (!mayHoldAddress(text)) return false;
  const plain = plainText(text);
  for (let at = 1; at < plain.length; at += 1)
    if (plain.units[at] === AT && endsLocalPart(plain, at - 1) && isDomain(plain, at + 1)) return true;
  return false;
}

/** The local part may be quoted. */
const endsLocalPart = ({ units }: Plain, at: number): boolean =>
  isOfLocalPart(units[at]) || (units[at] === QUOTE && at > 0 && isOfLocalPart(units[at - 1]));

const isOfLocalPart = (unit = 0): boolean =>
  unit < FIRST_OTHER ? !ENDS_NO_LOCAL_PART[unit] : !NO_LOCAL_PART.test(String.fromCharCode(unit));

/**
 * Returns whether an address in brackets starts here, or a host name whose second or a later label starts like a top-level
 * domain. Each label is looked at once.
 */
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
      if (!isAscii && !LABEL.test(textOf(plain, labelBegin, at))) return false;
      const [first = 0, second = 0] = [units[at + 1], units[at + 2]];
      if (at + 2 < length && mayBeLetter(first) && mayBeLetter(second)) {
        if (first < FIRST_OTHER && second < FIRST_OTHER) return true;
        // Rare: a surrogate pair can be one letter, and some characters count as none.
        if (TWO_LETTERS.test(textOf(plain, at + 1, at + 5))) return true;
      }
      labelBegin = at + 1;
      isAscii = true;
    } else if (at - begin > MAX_DOMAIN) return false;
    else if (unit >= FIRST_OTHER) isAscii = false;
    else if (!IS_LABEL[unit]) return false;
  }
  return false;
}

/** The maximum length of a host name (RFC 1035, section 2.3.4). */
const MAX_DOMAIN = 255;

const textOf = ({ units, length }: Plain, begin: number, end: number): string =>
  String.fromCharCode(...units.subarray(begin, Math.min(end, length)));

const mayBeLetter = (unit: number): boolean => unit >= FIRST_OTHER || IS_LETTER[unit] === true;

const isNumber = (unit = 0): boolean => unit >= unitOf('0') && unit <= unitOf('9');

/** Replaces addresses in a text of a request, such as its path, before it is logged. */
export const withoutAddress = <Text extends string | undefined>(text: Text): Text | '[an email address]' =>
  text !== undefined && holdsAddress(text) ? '[an email address]' : text;
