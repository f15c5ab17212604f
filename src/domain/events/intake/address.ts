import { FIRST_OTHER, matches, type Plain, plainText, unitOf } from './plain-text.ts';

const AT = unitOf('@');
const DOT = unitOf('.');
const BRACKET = unitOf('[');
const QUOTE = unitOf('"');
const IPV6 = 'ipv6:';
/** What cannot end the part before the `@`: there a handle, a path or a package's version begins. */
const NO_LOCAL_PART = /[\s@/=&?#,;:<>()[\]{}'"`|\\]/u;
/** A host name whose second or later label begins like one of a domain. */
const DOMAIN = /^(?:[\p{L}\p{M}\p{N}_-]+\.)+\p{L}{2}/u;
/** Without one of them nothing is an `@`, however it is escaped. */
const SIGNS = ['@', '%', '&#', '&commat', '\\u', '\\x', '\uff20', '\ufe6b'];

/** For each unit of ASCII, whether it matches. */
const ascii = (pattern: RegExp): readonly boolean[] =>
  Array.from({ length: FIRST_OTHER }, (_, unit) => pattern.test(String.fromCharCode(unit)));
const ENDS_NO_LOCAL_PART = ascii(NO_LOCAL_PART);
const IS_LABEL = ascii(/[\w-]/);
const IS_LETTER = ascii(/[A-Za-z]/);

/**
 * Whether the text of a request can hold an address at all, however its JSON is escaped. It decides for thousands of
 * events at once that nothing more is looked at.
 */
export const mayHoldAddress = (json: string): boolean => SIGNS.some((sign) => json.includes(sign));

/**
 * Whether a text holds an email address, also within other text, in a URL and escaped several times. Takes some
 * nanoseconds a character, whatever the text: callers send megabytes of escapes.
 */
export function holdsAddress(text: string): boolean {
  if (!mayHoldAddress(text)) return false;
  const plain = plainText(text);
  for (let at = 1; at < plain.length; at += 1)
    if (plain.units[at] === AT && endsLocalPart(plain, at - 1) && isDomain(plain, at + 1)) return true;
  return false;
}

/** A local part may be quoted. */
const endsLocalPart = ({ units }: Plain, at: number): boolean =>
  isOfLocalPart(units[at]) || (units[at] === QUOTE && at > 0 && isOfLocalPart(units[at - 1]));

const isOfLocalPart = (unit = 0): boolean =>
  unit < FIRST_OTHER ? !ENDS_NO_LOCAL_PART[unit] : !NO_LOCAL_PART.test(String.fromCharCode(unit));

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
    } else if (at - begin > MAX_DOMAIN) return false;
    else if (unit >= FIRST_OTHER) isAscii = false;
    else if (!IS_LABEL[unit]) return false;
  }
  return false;
}

/** Characters of a host name (RFC 1035, section 2.3.4). */
const MAX_DOMAIN = 255;

const mayBeLetter = (unit: number): boolean => unit >= FIRST_OTHER || IS_LETTER[unit] === true;

const isNumber = (unit = 0): boolean => unit >= unitOf('0') && unit <= unitOf('9');

/** A text of a request, such as its path, as logs may hold it. */
export const withoutAddress = <Text extends string | undefined>(text: Text): Text | '[an email address]' =>
  text !== undefined && holdsAddress(text) ? '[an email address]' : text;
