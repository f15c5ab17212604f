import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

/** The pages for people who work here name files. They are there, and in a walk one leads to the next. */

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const PAGES = ['AGENTS.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'src/resources/README.md'];
const FOLDERS = ['src', 'test', 'docs', 'scripts', 'prisma', 'deploy'];
const FILE = /^[\w.-]+\.(?:ts|tsx|mjs|cjs|json|md|graphql|txt|tsv|yml|prisma)$/;

const inBackticks = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
/** `src/domain/campaigns/line/create.ts`, `src/platform/database/`; `<context>` stands for a name. */
const isPath = (name: string) =>
  FOLDERS.some((folder) => name.startsWith(`${folder}/`)) && !/[<…\s]/.test(name);
const isFile = (name: string) => FILE.test(name) && !name.startsWith('.');

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { encoding: 'utf8', recursive: true }).map((name) =>
    posix.join(folder, name.replaceAll('\\', '/')),
  ),
);
const names = new Set([...files.map((file) => posix.basename(file)), ...readdirSync(root)]);

// A path with `*` is there if any of its files is; `links.test.ts` looks at anchors.
function isThere(named: string): boolean {
  const path = named.replace(/#.*/, '');
  if (!path.includes('*')) return existsSync(join(root, path));
  const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`);
  return files.some((file) => pattern.test(file));
}

test.each(PAGES)('%s names files and folders that are there', (page) => {
  const named = inBackticks(read(page));
  const paths = named.filter(isPath);
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
  expect(named.filter((name) => isFile(name) && !names.has(name))).toEqual([]);
});

test.each(PAGES)('%s names files by their whole path, so that a search for one finds it', (page) => {
  const parts = new Set(
    readdirSync(join(root, 'src'), { withFileTypes: true }).flatMap((one) =>
      one.isDirectory() ? [one.name] : [],
    ),
  );
  const cut = inBackticks(read(page)).filter(
    (name) => /^[\w-]+\/[\w./-]*\.ts$/.test(name) && parts.has(name.split('/')[0] ?? ''),
  );
  expect(cut).toEqual([]);
});

test.each([
  ['README.md', 150],
  ['AGENTS.md', 100],
])('%s can be read at once: it has at most %i lines', (page, most) => {
  expect(read(page).trimEnd().split('\n').length).toBeLessThanOrEqual(most);
});

describe('the walks of AGENTS.md', () => {
  const importsOf = (file: string): string[] =>
    [...read(file).matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g)].map(([, path = '']) =>
      posix.join(posix.dirname(file), path),
    );
  const walks = read('AGENTS.md')
    .split(/^## /m)
    .filter((section) => section.startsWith('The way of '))
    .map((section): [string, string[]] => [
      section.split('\n', 1)[0] ?? '',
      inBackticks(section).filter((name) => name.startsWith('src/') && name.endsWith('.ts')),
    ]);

  test('there are two', () => {
    expect(walks.map(([title]) => title)).toEqual(['The way of a read', 'The way of a write']);
  });

  test.each(walks)('%s: each file is imported by one before it, or imports the next', (_title, steps) => {
    expect(steps.length).toBeGreaterThan(10);
    const astray = steps.filter((step, at) => {
      const next = steps[at + 1];
      const isReached = steps.slice(0, at).some((before) => importsOf(before).includes(step));
      return !isReached && !(next !== undefined && importsOf(step).includes(next));
    });
    expect(astray).toEqual([]);
  });
});
