/**
 * JSON that is stored as it was sent. PostgreSQL formats spaces and numbers differently from
 * JSON.stringify, so a statement puts markers around it that no JSON text contains, and `rewriteStored`
 * rewrites the text between them.
 */
const VALUE = '\u0001';
const MEMBERS = '\u0002';

export const storedValue = (column: string): string => `chr(1) || ${column}::text || chr(1)`;

/** Returns SQL for the members of an object, without braces. */
export const storedMembers = (column: string): string =>
  `chr(2) || substr(left(${column}::text, -1), 2) || chr(2)`;

/** Returns the response text with all stored JSON formatted as by JSON.stringify. */
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
