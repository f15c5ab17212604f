import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { LISTS } from '../support/list-world.ts';
import {
  fieldQuestions,
  filterQuestions,
  nodeQuestions,
  orderQuestions,
  type Question,
  writeQuestions,
} from './documents.ts';
import { formQuestions } from './forms.ts';
import { fixedWorld } from './world.ts';

/**
 * What GraphQL answered when the corpus was recorded, byte for byte, with prices. `npm run corpus:record` records it anew
 * and prints which responses changed: the commit says why.
 */
const FILE = new URL('corpus.ndjson.gz', import.meta.url);
/** `npm run test:corpus` runs all of them, `npm test` one of eight. */
const MODE = process.env.CORPUS ?? 'some';
const SAMPLE = 8;

interface Recorded extends Question {
  readonly seat: 'own' | 'other';
  readonly status: number;
  readonly answer: string;
}

const { own, other, rowsOf, known, masked } = await fixedWorld();

async function ask({ query, variables = {} }: Question, seat: Recorded['seat']) {
  const member = seat === 'own' ? own : other;
  const body = known(JSON.stringify({ query, variables }));
  const { status, text } = await member.send('POST', '/graphql', {
    body,
    headers: { 'content-type': 'application/json' },
  });
  return { status, answer: masked(text) };
}

async function questions(): Promise<Pick<Recorded, keyof Question | 'seat'>[]> {
  const data = async (question: Question) => JSON.parse((await ask(question, 'own')).answer).data ?? {};
  const ofOwn: Question[] = [...fieldQuestions(own), ...formQuestions(own), ...nodeQuestions(own, other)];
  for (const place of LISTS) {
    ofOwn.push(...filterQuestions(place, await rowsOf(place), own));
    ofOwn.push(...(await orderQuestions(place, own, data)));
  }
  ofOwn.push(...writeQuestions(own));
  const ofOther = [...formQuestions(other), ...nodeQuestions(other, own)];
  return [
    // Diagnostics depend on the time.
    ...ofOwn
      .filter(({ name, query }) => !/iagnostic/.test(name + query))
      .map((question) => ({ ...question, seat: 'own' as const })),
    ...ofOther.map((question) => ({ ...question, seat: 'other' as const })),
  ];
}

/** With names for the IDs that are new each time. */
const named = <T>(question: T): T => JSON.parse(masked(JSON.stringify(question)));

const read = (): Recorded[] =>
  gunzipSync(readFileSync(FILE))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Names of the queries that are new or whose response changed. */
function changedSince(before: readonly Recorded[], recorded: readonly Recorded[]): string[] {
  const keyOf = ({ seat, query, variables }: Recorded) => JSON.stringify([seat, query, variables]);
  const known = new Map(before.map((one) => [keyOf(one), one.answer]));
  return recorded
    .filter((one) => known.get(keyOf(one)) !== one.answer)
    .map(({ seat, name }) => `${seat}: ${name}`);
}

if (MODE === 'record')
  test('records the corpus', { timeout: 600_000 }, async () => {
    const recorded: Recorded[] = [];
    for (const question of await questions())
      recorded.push({ ...named(question), ...(await ask(question, question.seat)) });
    const before = existsSync(FILE) ? read() : [];
    writeFileSync(FILE, gzipSync(recorded.map((one) => `${JSON.stringify(one)}\n`).join(''), { level: 9 }));
    const changed = changedSince(before, recorded);
    console.log(
      [`${recorded.length} documents, changed: ${changed.length}`, ...changed.slice(0, 100)].join('\n'),
    );
  });
else
  test('documents of the corpus are answered as they were, with their prices', {
    timeout: 600_000,
  }, async () => {
    const corpus = read();
    expect(corpus.length).toBeGreaterThan(1_500);
    const some = MODE === 'all' ? corpus : corpus.filter((_, at) => at % SAMPLE === 0);
    for (const { status, answer, seat, ...question } of some)
      expect.soft({ question, ...(await ask(question, seat)) }).toEqual({ question, status, answer });
  });
