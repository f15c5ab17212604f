import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const text = (file: string) => readFileSync(join(root, file), 'utf8');
const { version } = JSON.parse(text('package.json')) as { version: string };
const released = [...text('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+) \((\d{4}-\d{2}-\d{2})\)$/gm)];

test('the version is semantic, and the same in the lock file', () => {
  expect(version).toMatch(/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/);
  const lock = JSON.parse(text('package-lock.json'));
  expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
});

test('the changelog has the version with its date and sections, the newest first', () => {
  expect(released[0]?.[1]).toBe(version);
  for (const [, , date = ''] of released) expect(new Date(date).toISOString()).toContain(date);
  const parts = text('CHANGELOG.md').split(/^## /m).slice(1);
  for (const part of parts) {
    const sections = [...part.matchAll(/^### (.+)$/gm)].map(([, name]) => name);
    expect(
      sections.filter((name) => !['Breaking', 'Added', 'Changed', 'Fixed'].includes(name ?? '')),
    ).toEqual([]);
  }
});

test('each version with breaking changes has upgrade notes', () => {
  const notes = text('docs/operations/upgrade-notes.md');
  const parts = text('CHANGELOG.md').split(/^## /m).slice(1);
  for (const part of parts.filter((one) => /^\d/.test(one) && one.includes('### Breaking')))
    expect(notes).toContain(`## ${part.split(' ', 1)[0]}\n`);
});
