import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ZodType } from 'zod';
import { billingContact, contact } from '../../src/domain/campaigns/advertiser/contact.ts';
import { UpdateAdvertiser } from '../../src/domain/campaigns/advertiser/input.ts';
import { ValidationError } from '../../src/domain/errors.ts';
import { MAX_FURTHER, PARAMETERS, VALUE_LENGTH } from '../../src/domain/events/conversion/fields.ts';
import { parsePostback } from '../../src/domain/events/conversion/rules.ts';
import {
  deviceIds,
  EVENT_FIELDS,
  HASHED,
  LABELS,
  USER_DEFINED,
} from '../../src/domain/events/event/fields.ts';
import { eventProblems } from '../../src/domain/events/event/rules.ts';
import { Payload } from '../../src/domain/reporting/report/payload/fields.ts';
import { parseReport } from '../../src/domain/reporting/report/payload/parse.ts';
import type { PayloadField, PayloadType } from '../../src/domain/reporting/report/payload/payload-types.ts';
import { RESOURCES } from '../../src/domain/resources.ts';
import { isNullable } from '../../src/resources/define/nullable.ts';

/** Paths that are refused. */
function refused(run: () => unknown): string[] {
  try {
    run();
    return [];
  } catch (error) {
    if (error instanceof ValidationError) return error.issues.map(({ path }) => path);
    throw error;
  }
}

describe('the payload of a report', () => {
  const limitSpec = { columns: [{ metricTypeId: 1, direction: 'ASCENDING' }], limit: 5, type: 'default' };
  const valid = {
    reportOption: {
      timezone: 'Etc/GMT',
      currency: 4,
      dimensionTypeIds: [4],
      metricTypeIds: [1],
      filterOptions: [{ dimensionTypeId: 4, isExcluded: true, includeValues: [{ id: 1, name: 'One' }] }],
      accountIds: [1],
      having: { type: 'and', havingSpecs: [{ type: 'equalTo', metricTypeId: 1, value: '1.5' }] },
    },
    dateTypeId: 11,
    intervalTypeId: 2,
    startDate: '2026-01-01T00:00:00',
    endDate: '2026-01-31T00:00:00+01:00',
    currency: 4,
    limitSpec,
  };

  /** Every described field of a payload, with its path. */
  function described(
    type: PayloadType,
    value: Record<string, unknown>,
    at = '',
  ): [path: string, field: PayloadField][] {
    return Object.entries(type.fields()).flatMap(([name, field]) => {
      const given = value[name];
      const path = `${at}${name}`;
      const own: [string, PayloadField][] = [[path, field]];
      if (given === undefined) return own;
      const item = field.is === 'list' ? field.of : field;
      const inner = item.is === 'object' ? item.type : undefined;
      const [part, place] = Array.isArray(given) ? [given[0], `${path}[0].`] : [given, `${path}.`];
      return inner ? [...own, ...described(inner, part as Record<string, unknown>, place)] : own;
    });
  }

  const with_ = (path: string, wrong: unknown): unknown => {
    const payload = structuredClone(path.startsWith('limit') ? { ...valid, limitSpec: undefined } : valid);
    const names = path.split(/[.[\]]+/).filter(Boolean);
    if (names[0]?.startsWith('limit')) Object.assign(payload, { [names[0]]: structuredClone(limitSpec) });
    let place = payload as unknown as Record<string, unknown>;
    for (const name of names.slice(0, -1)) place = place[name] as Record<string, unknown>;
    place[names.at(-1) as string] = wrong;
    return payload;
  };

  test('in which every field is given is accepted, dates with and without an offset', () => {
    expect(refused(() => parseReport(valid))).toEqual([]);
  });

  test('names a date out of range alone: dates are compared where both are valid', () => {
    expect(refused(() => parseReport(with_('endDate', '1999-12-31T00:00:00')))).toEqual(['endDate']);
    expect(refused(() => parseReport(with_('startDate', '9999-01-01T00:00:00')))).toEqual(['startDate']);
    expect(refused(() => parseReport(with_('startDate', '2026-03-01T00:00:00')))).toEqual(['startDate']);
  });

  // What is ignored may be anything; a comparison that lists parts compares each of them.
  const unread = new Set(['reportOption.filterOptions[0].includeValues[0].name']);
  const fields = [...described(Payload, valid), ...described(Payload, { limit: limitSpec })]
    .filter(([path]) => !unread.has(path))
    .filter(([path]) => !/having\.(metricTypeId|value)$/.test(path))
    .filter(([path]) => !/havingSpecs\[0\]\.havingSpecs$/.test(path));

  test.each([...new Map(fields)])('is refused where %s is of another kind than described', (path, { is }) => {
    const wrong = is === 'object' || is === 'list' ? 'text' : { no: 'value' };
    expect(refused(() => parseReport(with_(path, wrong)))).toContain(path);
  });

  const chosen = fields.filter(([, { choices }]) => choices);
  test.each([...new Map(chosen)])(
    'takes at %s what is described, and nothing else',
    (path, { choices = [] }) => {
      const [first] = choices;
      const other = typeof first === 'number' ? 9_999 : 'other';
      expect(refused(() => parseReport(with_(path, other)))).toContain(path);
      const isHaving = path.includes('having');
      for (const choice of isHaving ? [] : choices)
        expect(
          refused(() => parseReport(with_(path, choice))),
          String(choice),
        ).not.toContain(path);
    },
  );
});

describe('a pixel event', () => {
  const now = new Date();
  const problems = (event: object) =>
    eventProblems(
      { event_time: Math.floor(now.getTime() / 1000), user_data: { acme_id: 'x' }, ...event },
      {
        now,
        operator: 'acme',
        mayHoldAddress: true,
      },
    ).map(({ path }) => path);

  const texts: [string, number, (text: string) => object][] = [
    ['action_source_url', EVENT_FIELDS.action_source_url.maxLength, (text) => ({ action_source_url: text })],
    [
      'user_data.acme_id',
      deviceIds('acme').acme_id?.maxLength ?? 0,
      (text) => ({ user_data: { acme_id: text } }),
    ],
    ...Object.entries(LABELS).map(([name, { maxLength }]): [string, number, (text: string) => object] => [
      `custom_data.${name}`,
      maxLength,
      (text) => ({ custom_data: { [name]: text } }),
    ]),
    [
      'custom_data.user_defined',
      USER_DEFINED.value,
      (text) => ({ custom_data: { user_defined: { a: text } } }),
    ],
    [
      'custom_data.user_defined',
      USER_DEFINED.name,
      (text) => ({ custom_data: { user_defined: { [text]: 'a' } } }),
    ],
  ];

  test.each(texts)('has %s of at most %i characters, as described', (path, maxLength, event) => {
    expect(problems(event('x'.repeat(maxLength)))).toEqual([]);
    expect(problems(event('x'.repeat(maxLength + 1)))).toEqual([path]);
  });

  test.each(Object.keys(HASHED))('has a hash in %s', (name) => {
    expect(problems({ user_data: { [name]: 'A'.repeat(64) } })).toEqual([]);
    expect(problems({ user_data: { [name]: 'ada@example.com' } })).toEqual([`user_data.${name}`]);
  });

  test('is identified by each of the described keys alone', () => {
    for (const [name, { isUuid }] of Object.entries(deviceIds('acme')))
      expect(problems({ user_data: { [name]: isUuid ? randomUUID() : 'x' } })).toEqual([]);
    expect(problems({ user_data: { platform_id: 'x' } })).toEqual(['user_data']);
  });
});

describe('a conversion', () => {
  const REQUIRED = { vmcid: 'v', id: 'i', dp: 'd' };
  const wrong = (pairs: object) => refused(() => parsePostback(Object.entries({ ...REQUIRED, ...pairs })));

  test('requires what is described as required', () => {
    const required = Object.entries(PARAMETERS).flatMap(([name, about]) => (about.required ? [name] : []));
    expect(refused(() => parsePostback([]))).toEqual(required);
    expect(wrong({})).toEqual([]);
  });

  test.each(Object.keys(PARAMETERS))('has %s once, of at most the described length', (name) => {
    expect(wrong({ [name]: 'x'.repeat(VALUE_LENGTH + 1) })).toContain(name);
    const twice = [...Object.entries({ ...REQUIRED, [name]: '1' }), [name, '1'] as const];
    expect(refused(() => parsePostback(twice))).toContain(name);
  });

  test('has at most the described number of further pairs', () => {
    const further = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`further${i}`, 'x']));
    expect(wrong(further(MAX_FURTHER))).toEqual([]);
    expect(wrong(further(MAX_FURTHER + 1))).toEqual(['']);
  });
});

describe('a name', () => {
  const named = [...RESOURCES.values()].flatMap(({ name: resource, fields }) =>
    Object.entries(fields).flatMap(([field, { kind, input }]) =>
      input && kind === 'text' && /name$/i.test(field) ? [[`${resource}.${field}`, input] as const] : [],
    ),
  );

  test.each(named)('%s is one line', (_, input) => {
    for (const value of ['a\nb', 'a\r', 'a\tb', 'a\u0085b', 'a\u2028b', 'a\0'])
      expect([value, input.safeParse(value).success]).toEqual([value, false]);
    expect(input.safeParse('Zoë’s 👟 & “more”').success).toBe(true);
  });

  test.each([
    'x',
    'a b@c.de',
    'a@b',
    '@b.de',
    'a@b.de\n',
    'a@@b.de',
    'a..b@c.de',
    'a@-b.de',
    'a@b.de,c@d.de',
  ])('%j is no email address of a contact', (email) => {
    for (const { shape } of [contact, billingContact])
      expect(shape.email.safeParse(email).success).toBe(false);
  });

  test.each(['ada@example.com', 'Ada.Byron+x@mail.example.co.uk', 'zoë@bücher.example'])(
    '%j is one',
    (email) => {
      for (const { shape } of [contact, billingContact])
        expect(shape.email.safeParse(email).success).toBe(true);
    },
  );
});

/** What only updates take. */
const updates: Readonly<Record<string, ZodType>> = {
  'Advertiser.billingContact': UpdateAdvertiser.fields.shape.billingContact,
};

describe('a field whose answer can be null', () => {
  const nullable = [...RESOURCES.values()].flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, { column, input }]) =>
      input && column && isNullable(name, column)
        ? [[`${name}.${field}`, updates[`${name}.${field}`] ?? input] as const]
        : [],
    ),
  );

  test.each(nullable)('%s takes null', (_, input) => {
    expect(input.safeParse(null).success).toBe(true);
  });
});
