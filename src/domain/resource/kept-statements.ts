import type { Compiled } from './compile.ts';
import { type Prepared, prepared } from './read.ts';

/** REST's statements by what they answer: each page size and order makes one. */
const statements = new Map<string, Prepared>();
const MOST_STATEMENTS = 1_000;

export function statementFor(key: string, compile: () => Compiled): Prepared {
  const known = statements.get(key);
  if (known) return known;
  if (statements.size >= MOST_STATEMENTS) statements.clear();
  const made = prepared(compile());
  statements.set(key, made);
  return made;
}
