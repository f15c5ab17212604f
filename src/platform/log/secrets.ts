/** Where a signed token can be: a run of its characters. A run is looked at once, because callers can log long ones. */
const RUN = /(?<![\w.-])[\w.-]{9,}/g;
const TOKEN = /\beyJ/;
/** The first segment of a token is at least this long. */
const MIN_SEGMENT = 8;
/** What comes before an `@`, from the last space, quote or `@` on. */
const BEFORE_AT = /(?<![^\s@"])[^\s@"]+@/g;
const USER = /\b[a-z]+:\/\/[^\s:/@"]+:/;

/**
 * Removes signed tokens and assertions, and passwords in URLs, from a line: in a message, a header, or an error of a
 * library.
 */
export function withoutTokens(line: string): string {
  // Nearly all lines have neither, and searching for a text is much faster than for a pattern.
  const safe = line.includes('eyJ') ? line.replace(RUN, withoutToken) : line;
  return safe.includes('://') ? safe.replace(BEFORE_AT, withoutPassword) : safe;
}

function withoutToken(run: string): string {
  const begin = run.search(TOKEN);
  return begin >= 0 && run.includes('.', begin + MIN_SEGMENT) ? `${run.slice(0, begin)}[token]` : run;
}

function withoutPassword(text: string): string {
  const user = USER.exec(text);
  if (!user) return text;
  const begin = user.index + user[0].length;
  return begin < text.length - 1 ? `${text.slice(0, begin)}[redacted]@` : text;
}
