import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const SKIPPED = new Set(['node_modules', 'dist', 'generated', 'coverage']);

/** The files below a folder that belong to the repository, by their paths in it. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name) || entry.name.startsWith('.')) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : [relative(root, path)];
  });
}

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const files = filesIn(root);
const pages = files.filter((file) => file.endsWith('.md'));
const anchors = new Map(pages.map((page) => [page, anchorsOf(withoutFences(read(page)))]));

/** What is wrong with a link to a file of the repository, or undefined. */
function problem(file: string, anchor: string | undefined): string | undefined {
  if (!existsSync(join(root, file))) return 'no such file';
  if (anchor === undefined || anchor === '') return undefined;
  if (!file.endsWith('.md')) return 'an anchor in a file that is no page';
  return anchors.get(file)?.includes(anchor) ? undefined : 'no such anchor';
}

describe('the pages', () => {
  it('link to files and anchors that exist', () => {
    const links = pages.flatMap((page) => linksOf(read(page)).map((link) => ({ page, link })));
    expect(links.length).toBeGreaterThan(200);
    const broken = links.flatMap(({ page, link }) => {
      const [path = '', anchor] = link.split('#');
      const file = path === '' ? page : normalize(join(dirname(page), decodeURIComponent(path)));
      const found = problem(file.replace(/\/$/, ''), anchor);
      return found ? [`${page}: ${link} (${found})`] : [];
    });
    expect(broken).toEqual([]);
  });

  it('have no anchor twice', () => {
    const repeated = [...anchors].flatMap(([page, names]) =>
      names.filter((name, at) => names.indexOf(name) < at).map((name) => `${page}#${name}`),
    );
    expect(repeated).toEqual([]);
  });

  it('have headings whose anchors the served pages have too', () => {
    const other = [...anchors].flatMap(([page, names]) =>
      names.filter((name) => !/^[\w.-]+$/.test(name)).map((name) => `${page}#${name}`),
    );
    expect(other).toEqual([]);
  });
});

describe('names of pages in the code', () => {
  const text = files.filter((file) => /\.(ts|tsx|mjs|js|json|sh|tsv|ya?ml|html|graphql|prisma)$/.test(file));
  const code = text.filter((file) => !file.startsWith('docs/') && statSync(join(root, file)).size < 2e6);

  it('are of pages and anchors that exist', () => {
    const named = code.flatMap((file) =>
      [...read(file).matchAll(/\bdocs\/([\w./-]+\.md)(?:#([\w.-]*\w))?/g)].map(([, page = '', anchor]) => ({
        file,
        page: `docs/${page}`,
        anchor,
      })),
    );
    expect(named.length).toBeGreaterThan(10);
    const broken = named.flatMap(({ file, page, anchor }) => {
      const found = problem(page, anchor);
      return found ? [`${file}: ${page}${anchor ? `#${anchor}` : ''} (${found})`] : [];
    });
    expect(broken).toEqual([]);
  });

  it('are of decision records that exist', () => {
    const records = readdirSync(join(root, 'docs/adr'));
    const broken = code.flatMap((file) =>
      [...read(file).matchAll(/\bdocs\/adr\/(\d{4})/g)]
        .filter(([, number = '']) => !records.some((name) => name.startsWith(`${number}-`)))
        .map(([name]) => `${file}: ${name}`),
    );
    expect(broken).toEqual([]);
  });
});

function withoutFences(text: string): string {
  return text.replace(/^( *)(```+)[^\n]*\n[\s\S]*?^\1\2$/gm, '');
}

/** Targets of links and pictures that are not URLs. */
function linksOf(page: string): string[] {
  const text = withoutFences(page).replace(/`[^`\n]+`/g, '');
  const markdown = [...text.matchAll(/\]\(([^()\s]+)\)/g)];
  const html = [...text.matchAll(/\b(?:href|src|srcset)="([^"\s]+)"/g)];
  return [...markdown, ...html].map(([, link = '']) => link).filter((link) => !/^[a-z]+:/i.test(link));
}

/** The anchors of a page, those of its headings as GitHub makes them. */
function anchorsOf(text: string): string[] {
  const seen = new Map<string, number>();
  const headings = [...text.matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, heading = '']) => {
    const name = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/<[^>]+>/g, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
      .replaceAll(' ', '-');
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return count === 0 ? name : `${name}-${count}`;
  });
  return [...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)];
}
