import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { boundRefusals } from '../../../src/domain/campaigns/bulk.ts';
import type { DomainContext } from '../../../src/domain/context.ts';
import { ValidationError } from '../../../src/domain/errors.ts';
import { parsePostback } from '../../../src/domain/events/conversion/rules.ts';
import { parseReport } from '../../../src/domain/reporting/report/payload/parse.ts';
import { isRecord, recordOrEmpty } from '../../../src/platform/text/typed.ts';
import { type InputDefinition, Problems } from '../../../src/resources/define/input.ts';
import {
  isListType,
  isObjectType,
  maxItems,
  shapeOf,
  unwrap,
} from '../../../src/resources/define/schemas.ts';

/** A refusal says at most 100 things in at most 64 KiB; what it costs is measured by `test:attacks`. */

const MEGABYTE = 1_000_000;
const domain = fileURLToPath(new URL('../../../src/domain', import.meta.url));
const modules: Record<string, unknown>[] = await Promise.all(
  readdirSync(domain, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\/(input|object)\.ts$/.test(file))
    .map((file) => import(`${domain}/${file}`)),
);

const isDefinition = (value: unknown): value is InputDefinition<z.ZodRawShape> =>
  isRecord(value) && value.fields instanceof z.ZodObject;

/** Every input of the domain by its name; native objects have two of them. */
const definitions = modules
  .flatMap((module) => Object.entries(module))
  .flatMap(([name, value]) =>
    isDefinition(value)
      ? [{ name, definition: value }]
      : Object.entries(recordOrEmpty(value)).flatMap(([part, definition]) =>
          isDefinition(definition) ? [{ name: `${name}.${part}`, definition }] : [],
        ),
  );

const countOf = (item: unknown, bytes: number): number =>
  Math.max(1, Math.floor(bytes / (JSON.stringify(item).length + 1)));

const fill = <T>(item: (index: number) => T, bytes: number): T[] =>
  Array.from({ length: countOf(item(0), bytes) }, (_, index) => item(index));

const objects = new Map<number, object>();

/** An object whose names take half as many bytes. Made once: it takes longer than its refusal. */
function objectOf(bytes: number): object {
  const made =
    objects.get(bytes) ??
    Object.fromEntries(fill((index) => `k${index}`, bytes / 2).map((name) => [name, 0]));
  objects.set(bytes, made);
  return made;
}

/** Bodies of a megabyte for one field, each wrong in its own way. */
function* wrongValues(type: z.ZodType, bytes: number): Generator<unknown> {
  const inner = unwrap(type);
  if (isListType(inner)) {
    for (const item of [0, {}]) yield Array(countOf(item, bytes)).fill(item);
    const most = Math.min(maxItems(inner), 500_000);
    if (Number.isFinite(most))
      for (const part of wrongValues(inner.element, bytes / most)) yield Array(most).fill(part);
  } else if (isObjectType(inner)) {
    yield objectOf(bytes);
    const parts = Object.entries(shapeOf(inner));
    yield Object.fromEntries(
      parts.map(([name, part]) => [name, wrongValues(part, bytes / parts.length).next().value]),
    );
  } else yield {};
}

const ctx = (strictFields: boolean) =>
  ({
    config: { strictFields },
    ignoredFields: [] as string[],
    refusedFields: [],
  }) as unknown as DomainContext;

function refusalOf(run: () => void): ValidationError {
  try {
    run();
  } catch (error) {
    if (error instanceof ValidationError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

function expectBounded(error: ValidationError): void {
  expect(error.issues.length).toBeLessThanOrEqual(100);
  // Twice, as for clients that read the same list by two names.
  expect(2 * JSON.stringify(error.issues).length + 2 * error.message.length).toBeLessThan(60 * 1024);
}

test('there are inputs', () => expect(definitions.length).toBeGreaterThan(30));

describe.each(definitions)('$name', ({ definition }) => {
  test('says a bounded number of things about any megabyte', () => {
    const fields = Object.entries(shapeOf(definition.fields));
    const parts = fields.filter(([, type]) => isListType(unwrap(type)) || isObjectType(unwrap(type)));
    const bodies = parts.flatMap(([name, type]) =>
      [...wrongValues(type, MEGABYTE)].map((value) => ({ [name]: value })),
    );
    for (const body of bodies) expectBounded(refusalOf(() => parseStrictly(definition, body)));
  });
});

describe('a megabyte of fields that are not known', () => {
  const BODIES: Record<string, object> = {
    many: Object.fromEntries(fill((index) => `unknown${index}`, MEGABYTE).map((key) => [key, 0])),
    'one long one': { ['k'.repeat(MEGABYTE)]: 0 },
    'many within a list': { geos: fill(() => ({ a: 0, b: 0 }), MEGABYTE) },
  };

  test.each(Object.entries(BODIES))('%s', (_name, body) => {
    const [{ definition }] = definitions as [(typeof definitions)[number]];
    expectBounded(refusalOf(() => parseStrictly(definition, body)));
    const lenient = ctx(false);
    new Problems().parse(lenient, definition, body);
    expect(lenient.ignoredFields.join().length).toBeLessThan(MEGABYTE / 5);
  });
});

function parseStrictly(definition: InputDefinition<z.ZodRawShape>, body: object): void {
  const problems = new Problems();
  problems.parse(ctx(true), definition, body);
  problems.add('', 'is refused in any case');
  problems.throwIfAny();
}

describe('the last problem says how many more there are', () => {
  const issues = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      path: `items[${index}]`,
      message: `items[${index}] is bad`,
    }));

  test('100 problems are all reported; of 101, 99 and the number of the others', () => {
    expect(new ValidationError(issues(100)).issues).toEqual(issues(100));
    const { issues: reported, message } = new ValidationError(issues(101));
    expect(reported).toEqual([...issues(99), { path: '', message: 'and 2 more problems' }]);
    expect(message).toMatch(/; and 2 more problems\.$/);
    expect(new ValidationError(issues(100), 1400).issues.at(-1)?.message).toBe('and 1,401 more problems');
  });

  test('long problems are cut, and fewer are reported', () => {
    const long = issues(50).map(({ path }) => ({ path: path.repeat(500), message: '\u0001'.repeat(50_000) }));
    const { issues: reported } = new ValidationError(long);
    expect(JSON.stringify(reported).length).toBeLessThan(21 * 1024);
    expect(reported.at(-1)?.message).toBe(`and ${50 - reported.length + 1} more problems`);
  });

  test('the problems of a bulk call are bounded together, and each item says that it was refused', () => {
    const results = boundRefusals(Array.from({ length: 500 }, () => new ValidationError(issues(3))));
    const all = results.flatMap(({ issues }) => issues);
    expect(all).toHaveLength(100);
    expect(all.at(-1)).toEqual({ path: '', message: 'and 1,401 more problems' });
    expect(results.at(-1)).toMatchObject({ issues: [], message: 'and 3 more problems' });
    const few = [new ValidationError(issues(3)), { row: {} }, new ValidationError(issues(2))];
    expect(boundRefusals(few)).toEqual(few);
  });
});

const valid = { dateTypeId: 10, intervalTypeId: 1, reportOption: { metricTypeIds: [1] } };
const REPORTS: Record<string, object> = {
  'ids of accounts': { ...valid, reportOption: { metricTypeIds: [1], accountIds: Array(99_999).fill('x') } },
  'values of filters': {
    ...valid,
    reportOption: {
      metricTypeIds: [1],
      filterOptions: Array.from({ length: 100 }, () => ({ includeValues: Array(3_000).fill(0) })),
    },
  },
  'unknown fields of filters': {
    ...valid,
    reportOption: { metricTypeIds: [1], filterOptions: fill(() => ({ a: 0, b: 0, c: 0 }), MEGABYTE) },
  },
  conditions: {
    ...valid,
    reportOption: {
      metricTypeIds: [1],
      having: { type: 'and', havingSpecs: Array(100).fill({ type: 'or', havingSpecs: Array(99).fill({}) }) },
    },
  },
};

test.each(Object.entries(REPORTS))('a report with a megabyte of wrong %s', (_name, payload) => {
  expectBounded(refusalOf(() => parseReport(payload, { isStrict: true })));
});

test('a postback of many wrong pairs', () => {
  expectBounded(refusalOf(() => parsePostback(fill((index) => [`${index % 9}`, '\0'] as const, MEGABYTE))));
});
