/**
 * JSON that is kept as it was sent. PostgreSQL writes its spaces and numbers otherwise than JSON.stringify, so a
 * statement sets marks around it, which no JSON text contains, and `rewriteStored` replaces what stands between them.
 */
const VALUE = '\u0001';
const MEMBERS = '\u0002';

export const storedValue = (column: string): string => `chr(1) || ${column}::text || chr(1)`;

/** The members of an object, without its braces. */
export const storedMembers = (column: string): string =>
  `chr(2) || substr(left(${column}::text, -1), 2) || chr(2)`;

/** The text of an answer with all that is stored as JSON written as JSON.stringify writes it. */
export function rewriteStored(text: string): string {
  const values = between(text, VALUE, compact);
  return between(values, MEMBERS, (members) => compact(`{${members}}`).slice(1, -1));
}

const compact = (json: string): string => JSON.stringify(JSON.parse(json));

function between(text: string, mark: string, rewrite: (piece: string) => string): string {
  if (!text.includes(mark)) return text;
  const pieces = text.split(mark);
  return pieces.map((piece, index) => (index % 2 === 1 ? rewrite(piece) : piece)).join('');
}
