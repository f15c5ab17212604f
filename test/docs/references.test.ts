import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Comments and pages cite nothing that a reader of the repository cannot open: they say the rule themselves. */

const root = join(import.meta.dirname, '../..');
const TEXT = /\.([cm]?[jt]sx?|md|sh|sql|prisma|ya?ml|html|tsv)$/;
/** Installed, built or generated. */
const NOT_OURS = /(^|\/)(node_modules|dist|generated)\//;

/** Written with classes of one character, so that this file does not match. */
const CITATIONS = [
  /\brulin[g]s?\b/i,
  /\bDESIG[N]\b/,
  /\b[Ii]ssu[e](?: \d|['’]s)/,
  /\b[Ss]pec[s]? \d/,
  /\b[Ss]ectio[n] \d, (?:[A-Z"]|dictionar[y])/,
  /\([Rr]ule[s]? \d/,
  / \([ACEGHNPQTW]\d{1,2}[a-c]?\)/,
];

const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { encoding: 'utf8', recursive: true }).map((name) => join(folder, name));

const files = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...['src', 'test', 'docs', 'scripts', 'prisma/schema'].flatMap(filesIn),
].filter((name) => TEXT.test(name) && !NOT_OURS.test(name));

it('no comment, title or page cites a document that is not in the repository', () => {
  expect(files.length).toBeGreaterThan(1000);
  const citations = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, i) =>
        CITATIONS.some((citation) => citation.test(line)) ? [`${file}:${i + 1}: ${line.trim()}`] : [],
      ),
  );
  expect(citations).toEqual([]);
});
