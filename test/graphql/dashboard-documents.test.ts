import '../support/browser-language.ts';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import * as documents from '../../src/dashboard/generated/graphql.ts';
import { FIRST_ROWS, moreRows, variablesOf } from '../../src/dashboard/pages/overview/variables.ts';
import { movedAsked } from '../../src/dashboard/pages/why/question.ts';
import type { Days } from '../../src/dashboard/parts/period/days.ts';
import { daysOf, lengthOf, RANGES } from '../../src/dashboard/parts/period/days.ts';
import { schema } from '../../src/graphql/schema.ts';
import { CEILING, costOf } from '../../src/graphql/server/price/cost.ts';

const texts = Object.entries(documents)
  .filter(([name]) => name.endsWith('Document'))
  .map(([name, document]) => [name, String(document)] as const);
const registry: Record<string, string> = JSON.parse(readFileSync('trusted-documents.json', 'utf8'));

/** Of the points that a user has in an hour, so that a page can be opened 125 times. */
const MAX_POINTS = 8_000;
/** Of the overview, which is read again each minute. */
const MAX_OVERVIEW_POINTS = 5_000;

const TODAY = '2026-11-22';
const overviewVariables = (days: Days, rows = FIRST_ROWS) =>
  variablesOf({
    ...{ days, comparison: 'previous', today: TODAY, rows },
    ...{ metric: 'SPEND', isDescending: true, timezone: 'UTC' },
  });
const DAY = { start: TODAY, end: TODAY };
const usual = overviewVariables(daysOf('LAST_30_DAYS', TODAY));

/** Variables of pages that request less than the overview. */
const OWN_VARIABLES: Readonly<Record<string, object>> = {
  DashboardMovedDocument: movedAsked(
    {
      subject: undefined,
      days: DAY,
      compared: DAY,
      until: '2026-11-22T11:00:00Z',
      metric: 'SPEND',
      currency: 'USD',
    },
    { ids: Array.from({ length: 40 }, (_, at) => `Line:${at + 1}`), timezone: 'UTC' },
  ),
  DashboardMoversDocument: { rows: 250 },
  DashboardPixelDocument: {
    recent: { between: { start: '2026-11-21', end: TODAY } },
    month: { between: { start: '2026-10-24', end: TODAY } },
    // The longest range by day.
    range: { between: { start: '2025-11-22', end: TODAY } },
    interval: 'DAY',
  },
  DashboardPixelsDocument: {
    recent: { between: { start: '2026-11-21', end: TODAY } },
    month: { between: { start: '2026-10-24', end: TODAY } },
  },
};

it.each(texts)('%s is valid, cheap, and runs where only trusted documents may', (name, text) => {
  const document = parse(text);
  expect(validate(schema, document)).toEqual([]);
  const variables = { ...usual, ...OWN_VARIABLES[name] };
  expect(costOf({ schema, document, variables })).toBeLessThanOrEqual(MAX_POINTS);
  expect(registry[createHash('sha256').update(text).digest('hex')]).toBe(text);
});

const ranges = RANGES.map((name) => [name, daysOf(name, TODAY)] as const);

it.each([...ranges, ['the longest that the service takes', { start: '2025-10-19', end: TODAY }] as const])(
  'the overview of %s can be paid for',
  (_name, days) => {
    const document = parse(String(documents.DashboardOverviewDocument));
    const cost = costOf({ schema, document, variables: overviewVariables(days) });
    // What is read again each minute is cheap; what is read once may cost what one request may.
    expect(cost).toBeLessThanOrEqual(lengthOf(days) <= 31 ? MAX_OVERVIEW_POINTS : CEILING);
    const more = costOf({ schema, document, variables: overviewVariables(days, moreRows(days)) });
    expect(more).toBeLessThanOrEqual(CEILING);
  },
);
