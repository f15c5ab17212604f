import { describe, expect, test } from 'vitest';
import { markNumbers, reviveNumbers } from '../../../src/http/exact-json.ts';
import { InexactNumber, isExact } from '../../../src/platform/json/exact-number.ts';
import { JSON_LIMITS, scanJson } from '../../../src/platform/json/scan.ts';
import { seeded } from '../../attacks/attack.ts';
import { brokenOf, documentOf } from './documents.ts';
import { CHEAP, COSTLY, COSTLY_NUMBERS } from './shapes.ts';

const MIB = 1024 * 1024;
const ROUNDS = Number(process.env.FUZZ_DOCUMENTS ?? 2_000);

function read(json: string): unknown {
  const { bytes, problem } = markNumbers(Buffer.from(json));
  if (problem !== undefined) throw new Error(problem);
  return reviveNumbers(JSON.parse(bytes.toString()));
}

describe('what costs more than its size is refused before it is built', () => {
  test.each(Object.entries({ ...COSTLY, ...COSTLY_NUMBERS }))('%s', (_name, shape) => {
    expect(scanJson(Buffer.from(shape(MIB))).problem).toEqual(expect.any(String));
  });

  test.each(Object.entries(CHEAP))('but not %s', (_name, shape) => {
    expect(scanJson(Buffer.from(shape(MIB))).problem).toBeUndefined();
  });
});

test('each byte is read at most three times, whatever the shape', () => {
  for (const [name, shape] of Object.entries({ ...COSTLY, ...COSTLY_NUMBERS, ...CHEAP })) {
    const bytes = Buffer.from(shape(20_000));
    let reads = 0;
    const counted = new Proxy(bytes, {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
        return Reflect.get(target, key, target);
      },
    });
    scanJson(counted);
    expect(reads, name).toBeLessThanOrEqual(3 * bytes.length);
  }
});

test('what the limits allow is accepted', () => {
  const keys = Object.fromEntries(Array.from({ length: JSON_LIMITS.keys }, (_, i) => [`k${i}`, i]));
  const deep = `${'['.repeat(JSON_LIMITS.depth)}${']'.repeat(JSON_LIMITS.depth)}`;
  const lists = JSON.stringify(Array.from({ length: JSON_LIMITS.parts / 2 }, () => []));
  for (const json of [JSON.stringify([keys, keys]), deep, lists])
    expect(read(json)).toEqual(JSON.parse(json));
});

// A hundred thousand of them take longer than a test may by default.
const LONG = { timeout: 600_000 };

test(
  'random documents are read as JSON.parse reads them, and numbers that a double cannot hold as they were sent',
  LONG,
  () => {
    const random = seeded(Number(process.env.FUZZ_SEED ?? 1));
    const toText = (value: unknown): unknown => (value instanceof InexactNumber ? Number(value.text) : value);
    for (let round = 0; round < ROUNDS; round += 1) {
      const json = documentOf(random, random.integer(5));
      expect(withNumbers(read(json), toText), json).toEqual(JSON.parse(json));
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      const number = documentOf(random, 1).match(/-?\d+(\.\d+)?([eE][-+]?\d+)?/)?.[0];
      if (number === undefined || /^-?0\d/.test(number)) continue;
      const [value] = read(`[${number}]`) as [unknown];
      expect(value instanceof InexactNumber ? value.text : Number(number), number).toBe(
        isExact(number) ? value : number,
      );
    }
  },
);

test('a number where a key belongs is refused, however long it is', () => {
  for (const json of ['{1e999: 1}', '{"a": 1, 1e999: 1}', '{"a": {1e999: {}}}'])
    expect(() => read(json)).toThrow();
});

test('random bytes in a document are refused or read as JSON.parse does', LONG, () => {
  const random = seeded(Number(process.env.FUZZ_SEED ?? 1));
  for (let round = 0; round < ROUNDS; round += 1) {
    const broken = brokenOf(random, documentOf(random, 2));
    // A half of a surrogate pair has no bytes.
    if (!broken.isWellFormed()) continue;
    const outcome = (parse: () => unknown) => {
      try {
        return JSON.stringify(withNumbers(parse(), (v) => (v instanceof InexactNumber ? Number(v.text) : v)));
      } catch {
        return 'refused';
      }
    };
    expect(
      outcome(() => read(broken)),
      broken,
    ).toBe(outcome(() => JSON.parse(broken)));
  }
});

function withNumbers(value: unknown, change: (value: unknown) => unknown): unknown {
  if (value instanceof InexactNumber || typeof value !== 'object' || value === null) return change(value);
  if (Array.isArray(value)) return value.map((part) => withNumbers(part, change));
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withNumbers(part, change)]));
}
