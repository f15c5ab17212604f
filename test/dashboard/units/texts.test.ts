import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kind, parse, visit } from 'graphql';
import { parseSync } from 'rolldown/utils';
import { expect, it } from 'vitest';
import { words } from '../../../src/dashboard/parts/words.ts';

/** What people read has one source: the service's sentences and the schema's names are not written a second time. */

/** Shared words in a row that make a sentence the same one, and how many of them must say something. */
const [RUN, TELLING] = [4, 2];
const LITTLE = new Set(
  'a an and are as at be can cannot for from has have in is it its no not of on or s so such that the there to too was when with'.split(
    ' ',
  ),
);

interface Text {
  readonly file: string;
  readonly text: string;
}

const filesIn = (folder: string, pattern: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => pattern.test(file) && !/(^|\/)generated\//.test(file))
    .map((file) => join(folder, file));

/** Literals and texts between tags. */
function textsOf(file: string): Text[] {
  const found: Text[] = [];
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, value } = node as { type?: string; value?: unknown };
    const text = type === 'TemplateElement' ? (value as { cooked?: unknown }).cooked : value;
    if (/^(Literal|JSXText|TemplateElement)$/.test(type ?? '') && typeof text === 'string')
      found.push({ file, text: text.replace(/\s+/g, ' ').trim() });
    for (const part of Object.values(node)) look(part);
  };
  look(parseSync(file, readFileSync(file, 'utf8')).program);
  return found;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const runsOf = (words: readonly string[]): string[] =>
  words
    .map((_, at) => words.slice(at, at + RUN))
    .filter((run) => run.length === RUN && run.filter((word) => !LITTLE.has(word)).length >= TELLING)
    .map((run) => run.join(' '));

const schema = parse(readFileSync('schema.graphql', 'utf8'));
const said: Text[] = ['resources', 'domain', 'graphql', 'http'].flatMap((folder) =>
  filesIn(`src/${folder}`, /\.ts$/)
    .filter((file) => !file.includes('src/http/browser/'))
    .flatMap(textsOf),
);
const values = new Set<string>();
visit(schema, {
  enter(node) {
    if ('description' in node && node.description)
      said.push({ file: 'schema.graphql', text: node.description.value });
    if (node.kind === Kind.ENUM_VALUE_DEFINITION) values.add(node.name.value);
  },
});

const own = filesIn('src/dashboard', /\.tsx?$/)
  .flatMap(textsOf)
  .filter(({ text }) => text.includes(' '));

it('no sentence of the dashboard repeats one of the service', () => {
  const known = new Map(said.flatMap(({ text }) => runsOf(wordsOf(text)).map((run) => [run, text] as const)));
  const repeated = own.flatMap(({ file, text }) =>
    runsOf(wordsOf(text)).flatMap((run) => (known.has(run) ? [`${file}: ${text} | ${known.get(run)}`] : [])),
  );
  expect([...new Set(repeated)]).toEqual([]);
});

/** A metric of the catalogue that the page has under the same name. */
const METRICS = new Set(['CLICK_RATE']);

it('values of the schema’s enums are named by the schema', () => {
  // Names of one word are words as any other.
  const names = new Set(
    [...values]
      .filter((value) => value.includes('_') && !METRICS.has(value))
      .map((value) => words(value).toLowerCase()),
  );
  const repeated = own.filter(({ text }) => names.has(text.toLowerCase()));
  expect(repeated.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
});
