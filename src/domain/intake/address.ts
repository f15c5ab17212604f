/** Characters that mail systems, browsers or people write an address's `@` with, once percent-encoding is undone. */
const AT_SIGNS = /[\uff20\ufe6b]/g;
/** What cannot end the part before the `@`: there a handle, a path or a package's version begins. */
const NO_LOCAL_PART = /[\s@/=&?#,;:<>()[\]{}'"`|\\]/u;
/** A host name whose second or later label begins like one of a domain, or an address in brackets. */
const DOMAIN = /(?:[\p{L}\p{M}\p{N}_-]+\.)+(?:xn--|\p{L}{2})|\[(?:\d|ipv6:)/iuy;
const ESCAPE = /%([0-7][\da-f])/gi;
/** Escapes of escapes that are undone, beyond those of the percent sign itself, which are undone at once. */
const PASSES = 4;

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
 * time in proportion to the text.
 */
export function holdsAddress(text: string): boolean {
  if (!mayHoldAddress(text)) return false;
  const plain = decoded(text).replace(AT_SIGNS, '@');
  for (let at = plain.indexOf('@', 1); at > 0; at = plain.indexOf('@', at + 1)) {
    DOMAIN.lastIndex = at + 1;
    if (!NO_LOCAL_PART.test(plain.charAt(at - 1)) && DOMAIN.test(plain)) return true;
  }
  return false;
}

/** Undoes escapes of ASCII and of the two wide `@`; all else can stay as it is. */
function decoded(text: string): string {
  let plain = text;
  for (let pass = 0; pass < PASSES && plain.includes('%'); pass += 1) {
    const before = plain;
    plain = before
      .replace(/%(?:25)+/g, '%')
      .replace(/%ef%bc%a0|%ef%b9%ab/gi, '@')
      .replace(ESCAPE, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    if (plain === before) break;
  }
  return plain;
}

/** A path of a request as logs may hold it. */
export const withoutAddress = (path: string | undefined): string | undefined =>
  path !== undefined && holdsAddress(path) ? '[an email address]' : path;
