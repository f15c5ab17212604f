import { getNamedType, isInputObjectType, isObjectType, isScalarType } from 'graphql';
import { describe, expect, it, test } from 'vitest';
import { parseReport } from '../../src/domain/reporting/report/payload/parse.ts';
import { schema } from '../../src/graphql/schema.ts';
import { parseInstant, parseTimestamp } from '../../src/platform/time/instant.ts';
import * as sent from '../../src/resources/define/fields.ts';

const OUTSIDE = [
  '0001-01-01T00:00:00Z',
  '1999-12-31T23:59:59Z',
  '2000-01-01T00:00:00+00:01',
  '2101-01-01T00:00:00Z',
  '2100-12-31T23:59:59-00:01',
  '9999-12-31T23:59:59Z',
];
const EDGES = ['2000-01-01T00:00:00Z', '2100-12-31T23:59:59Z'];

describe('a date and time', () => {
  it.each([
    ['2026-01-31T08:00:00', '2026-01-31T08:00:00.000Z'],
    ['2026-01-31T08:00:00Z', '2026-01-31T08:00:00.000Z'],
    ['2026-01-31T08:00:00+0000', '2026-01-31T08:00:00.000Z'],
    ['2026-01-31T08:00:00+00:00', '2026-01-31T08:00:00.000Z'],
    ['2026-01-31T08:00:00-0500', '2026-01-31T13:00:00.000Z'],
    ['2026-01-31T08:00:00.250+05:30', '2026-01-31T02:30:00.250Z'],
    ['2026-01-31T08:00:00.123456789Z', '2026-01-31T08:00:00.123Z'],
  ])('%s is read', (text, read) => {
    expect(parseTimestamp(text)?.toISOString()).toBe(read);
    expect(parseInstant(text)?.toISOString()).toBe(`${read.slice(0, 19)}.000Z`);
    const report = { dateTypeId: 11, intervalTypeId: 1, startDate: text, endDate: '2027-01-01T00:00:00Z' };
    const { startDate } = parseReport({
      ...report,
      reportOption: { metricTypeIds: [1], timezone: 'Etc/GMT' },
    });
    expect(startDate?.toISOString().slice(0, 19)).toBe(read.slice(0, 19));
  });

  it.each(OUTSIDE)('%s is refused with the range', (text) => {
    for (const field of [sent.instant(), sent.timestamp()])
      expect(field.safeParse(text).error?.issues).toMatchObject([
        { message: 'must be from 2000-01-01 to 2100-12-31' },
      ]);
  });

  it.each(EDGES)('%s is taken', (text) => {
    expect(parseInstant(text)?.toISOString().slice(0, 19)).toBe(text.slice(0, 19));
  });
});

const inputTypes = Object.values(schema.getTypeMap()).flatMap((type) => {
  if (isInputObjectType(type)) return Object.values(type.getFields()).map((field) => field.type);
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields()).flatMap(({ args }) => args.map((arg) => arg.type));
});

test('every date of an input is a Date or a DateTime', () => {
  const names = new Set(inputTypes.map((type) => getNamedType(type).name));
  const dates = [...names].filter(
    (name) => /date|time(?!zone)/i.test(name) && isScalarType(schema.getType(name)),
  );
  expect(dates.sort()).toEqual(['Date', 'DateTime']);
});
