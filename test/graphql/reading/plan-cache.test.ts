import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { planCache, prepare } from '../../../src/graphql/reading/operations.ts';
import { PlanCache, plansOfOperation } from '../../../src/graphql/reading/plan-cache.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { checkDocument } from '../../../src/graphql/server/documents/documents.ts';
import { prepared, read } from '../../../src/resources/read/read.ts';
import { trafficSystem } from '../../support/seat.ts';

const { caller } = await trafficSystem();
const ctx = await (await caller()).context();
const readText = (source: string) => checkDocument({ schema, source, isSchemaHidden: false });
const planOf = (query: string, variables: Record<string, unknown> = {}) =>
  prepare({ ctx: { ...ctx }, schema, query, operationName: undefined, variables });

describe('the plan cache', () => {
  const text = 'x'.repeat(1_000);

  test('take a number of bytes at most, whatever their number: those used longest ago go first', () => {
    const cache = new PlanCache<string>({ entries: 1_000, bytes: 50_000 });
    const [one, other] = [plansOfOperation(), plansOfOperation()];
    for (let n = 0; n < 100; n += 1) {
      cache.keep(n % 2 ? one : other, String(n), { plan: `plan ${n}`, text });
      expect(cache.get(other, '0')).toBe('plan 0');
      expect(cache.bytes).toBeLessThanOrEqual(50_000);
    }
    expect(one.keys.size + other.keys.size).toBe(16);
    expect(cache.get(one, '99')).toBe('plan 99');
    expect(cache.get(one, '1')).toBeUndefined();
  });

  test('hold no statement that would push out many others', () => {
    const cache = new PlanCache<string>({ entries: 1_000, bytes: 50_000 });
    const of = plansOfOperation();
    cache.keep(of, '', { plan: 'large', text: text.repeat(3) });
    cache.keep(of, text.repeat(3), { plan: 'of a large shape', text: '' });
    expect([of.keys.size, cache.bytes]).toEqual([1, expect.any(Number)]);
    // The shape is a key, of which only a hash is stored.
    expect(cache.bytes).toBeLessThan(1_500);
  });

  test('are at most so many, however small they are', () => {
    const cache = new PlanCache<string>({ entries: 10, bytes: 50_000 });
    const of = plansOfOperation();
    for (let n = 0; n < 20; n += 1) cache.keep(of, String(n), { plan: '', text: '' });
    expect(of.keys.size).toBe(10);
  });

  test('go with their document', () => {
    // Other tests have filled it: a new document would make way for itself.
    const fill = (name: string) => {
      for (let n = 0; n < 1_000; n += 1) readText(`query ${name}${n} { advertisers { totalCount } }`);
    };
    fill('Before');
    expect(planCache.bytes).toBe(0);
    planOf('query AbortSource { advertisers { nodes { id } } }');
    expect(planCache.bytes).toBeGreaterThan(0);
    fill('After');
    expect(planCache.bytes).toBe(0);
  });

  test('go when documents have too many bytes in all', () => {
    const long = ' '.repeat(900_000);
    planOf('query Early { advertisers { nodes { id } } }');
    expect(planCache.bytes).toBeGreaterThan(0);
    for (let n = 0; n < 30; n += 1) readText(`query Long${n} { advertisers { totalCount } }${long}`);
    expect(planCache.bytes).toBe(0);
  });

  test('keep nothing of the call that they were made for', () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const heapMb = () => {
      collect();
      return process.memoryUsage().heapUsed / 2 ** 20;
    };
    const query = `query Named($filter: AdvertiserFilter, $id: ID!) {
      advertisers(filter: $filter) { nodes { id } } node(id: $id) { id } }`;
    const named = (n: number) =>
      planOf(`${query} # ${n}`, {
        id: `Line:${n}`,
        filter: { name: { in: [1, 2, 3, 4].map(() => randomBytes(12_000).toString('hex')) } },
      });
    named(0);
    const before = heapMb();
    for (let n = 1; n <= 300; n += 1) expect(named(n)).toHaveProperty('statement');
    expect(heapMb() - before).toBeLessThan(20);
  });
});

test('a connection that has prepared hundreds of statements makes way for a new one', async () => {
  const values = { arguments: [], pages: [] };
  const backends = new Set<string>();
  for (let n = 100; n < 700; n += 1) {
    const statement = prepared({ text: `SELECT ${n} || ' ' || pg_backend_pid()`, bind: () => [] });
    // The second time it gets a name.
    for (let uses = 0; uses < 2; uses += 1) backends.add((await read({ ctx, statement, values })).slice(4));
  }
  expect(backends.size).toBeGreaterThan(1);
});
