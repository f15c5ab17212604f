import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type FieldNode, Kind, parse, print, visit } from 'graphql';
import { expect, it } from 'vitest';

const ROOT = 'src/dashboard';
const all = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
  (file) => !file.startsWith('generated'),
);
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const files = all.filter((file) => file.endsWith('.graphql'));
const sources = all.filter((file) => /\.tsx?$/.test(file));
const code = sources.map(read).join('\n');
const nameOf = ({ alias, name }: FieldNode) => (alias ?? name).value;

it.each(files)('every value that %s asks for is used', (file) => {
  const unused = new Set<string>();
  visit(parse(read(file)), {
    Field: (node) => {
      const name = nameOf(node);
      if (!name.startsWith('__') && !new RegExp(`\\b${name}\\b`).test(code)) unused.add(name);
    },
  });
  expect([...unused]).toEqual([]);
});

it.each(files)('%s asks for nothing twice in one place', (file) => {
  const doubled: string[] = [];
  visit(parse(read(file)), {
    SelectionSet: ({ selections }) => {
      const seen = selections.map((each) => (each.kind === Kind.FIELD ? nameOf(each) : print(each)));
      doubled.push(...seen.filter((each, index) => seen.indexOf(each) !== index));
    },
  });
  expect(doubled).toEqual([]);
});

it('every fragment is spread somewhere', () => {
  const texts = files.map(read).join('\n');
  const names = [...texts.matchAll(/^fragment (\w+)/gm)].map(([, name]) => name);
  expect(names.filter((name) => !texts.includes(`...${name}`))).toEqual([]);
});

it('documents stand beside the page that runs them', () => {
  for (const file of files) {
    const beside = sources
      .filter((source) => dirname(source) === dirname(file))
      .map(read)
      .join('\n');
    const operations = [...read(file).matchAll(/^(?:query|mutation|subscription) (\w+)/gm)];
    for (const [, name] of operations) expect(beside, file).toContain(`${name}Document`);
  }
});

it('no file of the dashboard is longer than 250 lines', () => {
  const long = all.filter(
    (file) => /\.(tsx?|css|graphql)$/.test(file) && read(file).split('\n').length > 251,
  );
  expect(long).toEqual([]);
});
