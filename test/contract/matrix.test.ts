import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * Every table row and numbered rule of the interface documents is bound to a test that sends a real
 * request, or is marked open. `rows.tsv` lists them (scripts/contract-rows.mjs makes it); a test binds
 * rows with a comment above it, `// covers: 2.ad.status, 2.ad.lineid`; `open.tsv` names what is not
 * bound yet, and why.
 */
const folder = import.meta.dirname;
const lines = (file: string) =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

const rows = new Set(lines('rows.tsv').map((line) => line.split('\t')[0] ?? ''));
const open = new Set(lines('open.tsv').map((line) => line.split('\t')[0] ?? ''));
const BINDING = /((?:^[ \t]*\/\/ covers: .+\n)+)[ \t]*(?:it|test)(?:\.each|\.for)?\b/gm;

const bound = new Map<string, string>();
const tests = readdirSync(join(folder, '..'), { recursive: true, encoding: 'utf8' });
for (const file of tests.filter((name) => name.endsWith('.test.ts'))) {
  const text = readFileSync(join(folder, '..', file), 'utf8');
  for (const [, comment = ''] of text.matchAll(BINDING))
    for (const id of comment.replace(/^[ \t]*\/\/ covers:/gm, ',').split(','))
      if (id.trim() !== '') bound.set(id.trim(), file);
}

describe('the matrix of the contract', () => {
  it('binds rows that exist', () => {
    expect([...bound].filter(([id]) => !rows.has(id))).toEqual([]);
  });

  it('has no row that is neither bound nor open', () => {
    expect([...rows].filter((id) => !bound.has(id) && !open.has(id))).toEqual([]);
  });

  it('calls no row open that is bound or unknown', () => {
    expect([...open].filter((id) => bound.has(id) || !rows.has(id))).toEqual([]);
  });
});
