import { LRUCache } from 'lru-cache';
import { cacheKey } from '../../platform/text/cache-key.ts';
import type { Compiled } from './compile.ts';
import { type Prepared, prepared } from './read.ts';

const MAX_STATEMENTS = 1_000;
const MAX_BYTES = 16 * 2 ** 20;

/** The cache of REST's statements. Each page size and order is a separate statement. */
const statements = new LRUCache<string, Prepared>({
  max: MAX_STATEMENTS,
  maxSize: MAX_BYTES,
  sizeCalculation: ({ text }, key) => 2 * (text.length + key.length),
});

export function statementFor(name: string, compile: () => Compiled): Prepared {
  const key = cacheKey(name);
  const known = statements.get(key);
  if (known) return known;
  const made = prepared(compile());
  statements.set(key, made);
  return made;
}
