import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import * as documents from '../../src/dashboard/generated/graphql.ts';
import { schema } from '../../src/graphql/schema.ts';
import { costOf } from '../../src/graphql/server/cost.ts';

const texts = Object.entries(documents)
  .filter(([name]) => name.endsWith('Document'))
  .map(([name, document]) => [name, String(document)] as const);
const registry: Record<string, string> = JSON.parse(readFileSync('trusted-documents.json', 'utf8'));

/** Of the points that a user has in an hour, so that a page can be opened 200 times. */
const MOST_POINTS = 5_000;

/** The ranges of the overview: days are read for each. */
const MONTHS = { range: { preset: 'LAST_30_DAYS' }, before: { preset: 'LAST_30_DAYS' } };

it.each(texts)('%s is valid, cheap, and runs where only trusted documents may', (_name, text) => {
  const document = parse(text);
  expect(validate(schema, document)).toEqual([]);
  expect(costOf({ schema, document, variables: MONTHS })).toBeLessThanOrEqual(MOST_POINTS);
  expect(registry[createHash('sha256').update(text).digest('hex')]).toBe(text);
});
