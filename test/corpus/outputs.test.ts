import { expect, test } from 'vitest';
import { byExecutor } from '../support/by-executor.ts';
import { fieldQuestions, nodeQuestions, type Question } from './documents.ts';
import { formQuestions } from './forms.ts';
import { fixedWorld } from './world.ts';

/** One reader has two outputs: text for the caller, and objects of which the executor makes the same answer. */
const { own, other, known, masked } = await fixedWorld();

async function dataOf({ variables = {} }: Question, query: string): Promise<Record<string, unknown>> {
  const body = known(JSON.stringify({ query, variables }));
  const headers = { 'content-type': 'application/json' };
  const { text } = await own.send('POST', '/graphql', { body, headers });
  const { errors, data } = JSON.parse(masked(text));
  return { ...data, errors: errors?.map(({ message, path }: Record<string, unknown>) => [message, path]) };
}

const questions = [...fieldQuestions(own), ...nodeQuestions(own, other), ...formQuestions(own)].filter(
  ({ name, query }) =>
    name !== 'too many points' &&
    /^(query|\{)/.test(query) &&
    !query.includes('rateLimit') &&
    // Diagnostics depend on the time.
    !query.includes('iagnostic') &&
    !query.includes('__schema'),
);
/** `npm run test:corpus` runs all of them, `npm test` one of eight. */
const selected = process.env.CORPUS === 'all' ? questions : questions.filter((_, at) => at % 8 === 0);

test('the executor answers each query as its text does', { timeout: 300_000 }, async () => {
  expect(selected.length).toBeGreaterThan(50);
  for (const question of selected) {
    const { executor: _, ...objects } = await dataOf(question, byExecutor(question.query));
    expect
      .soft(JSON.stringify({ ...question, ...objects }))
      .toBe(JSON.stringify({ ...question, ...(await dataOf(question, question.query)) }));
  }
});
