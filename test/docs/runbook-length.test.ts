import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const docs = join(import.meta.dirname, '../../docs');
/** Of technical texts with tables. */
const WORDS_A_MINUTE = 200;

test('what an operator must read takes an hour at most', () => {
  const folder = join(docs, 'operations');
  const pages = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
  const words = [...pages, join(docs, 'operations.md')]
    .map((page) => readFileSync(page, 'utf8').split(/\s+/).length)
    .reduce((sum, count) => sum + count, 0);
  expect(words / WORDS_A_MINUTE).toBeLessThan(60);
});
