import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { REST_ROWS } from '../contract/guards/rest-rows.ts';
import { root } from './shell.ts';

const page = readFileSync(join(root, 'docs', 'security.md'), 'utf8');
const section = page.split(/^## /m).find((text) => text.startsWith('Who manages what')) ?? '';
/** The rows of its tables, as cells. */
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()));
const named = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
const isCall = (name: string): boolean => /^[A-Z]+ \//.test(name);

const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
const names = rows.flatMap(([, first]) => named(first));

test('who manages what: every mutation is named once, and nothing else', () => {
  const documented = names.filter((name) => !isCall(name) && name !== 'Idempotency-Key');
  expect(documented.toSorted()).toEqual(mutations.map(({ name }) => name).toSorted());
});

test('who manages what: the role of each mutation is the one that the schema says', () => {
  const admins = rows.filter(([, , , role]) => role === '`ADMIN`').flatMap(([, first]) => named(first));
  const requiring = mutations.filter(({ description }) => description?.includes('Requires the role `ADMIN`'));
  expect(admins.toSorted()).toEqual(requiring.map(({ name }) => name).toSorted());
});

test('who manages what: every write of REST is one of a mutation, or is named', () => {
  const others = Object.entries(REST_ROWS).flatMap(([call, { graphql }]) =>
    /^(GET|HEAD) |\/graphql$/.test(call) || typeof graphql === 'string' ? [] : [call],
  );
  expect(others.length).toBeGreaterThan(5);
  for (const call of others) expect(names.filter((name) => name === call)).toEqual([call]);
});
