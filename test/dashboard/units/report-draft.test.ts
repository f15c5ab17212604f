import { expect, it } from 'vitest';
import { BIDDING, CURRENCIES, INTERVALS, RANGES } from '../../../src/dashboard/pages/reports/choices.ts';
import {
  FIRST_DRAFT,
  inputOf,
  type ReportDraft,
} from '../../../src/dashboard/pages/reports/use-report-draft.ts';
import { parseReport } from '../../../src/domain/reporting/report/payload/parse.ts';

const ids = (names: object) => Object.keys(names).map(Number);
const choices: readonly Partial<ReportDraft>[] = [
  {},
  ...ids(RANGES).map((range) => ({ range, start: '2026-01-01', end: '2026-01-31' })),
  { filters: [{ dimension: 5, isExcluded: true, values: '1, 2 3' }] },
  ...ids(INTERVALS).map((interval) => ({ interval })),
  ...ids(CURRENCIES).map((currency) => ({ currency })),
  ...(['greaterThan', 'lessThan', 'equalTo'] as const).map((type) => ({
    having: { metric: 1, type, value: '10' },
  })),
  { limit: '100' },
  { advertisers: [1, 2] },
  { timezone: 'Europe/London' },
  { isBidding: true, metrics: [1, 173], dimensions: [4] },
];

it.each(choices)('the service takes what the builder of reports makes of %j', (choice) => {
  expect(() => parseReport(inputOf({ ...FIRST_DRAFT, ...choice }))).not.toThrow();
});

it('a limit leaves the rows with most of the first metric', () => {
  const spec = parseReport(inputOf({ ...FIRST_DRAFT, limit: '5' }));
  expect(spec).toMatchObject({ limit: 5, order: [{ metric: 0, descending: true }] });
});

it('several filters go together, and one without values is none', () => {
  const filters = [
    { dimension: 4, isExcluded: false, values: '1' },
    { dimension: 19, isExcluded: true, values: 'US GB' },
    { dimension: 5, isExcluded: false, values: ' ' },
  ];
  expect(inputOf({ ...FIRST_DRAFT, filters }).reportOption?.filterOptions).toEqual([
    { dimensionTypeId: 4, isExcluded: false, includeValues: [{ id: '1' }] },
    { dimensionTypeId: 19, isExcluded: true, includeValues: [{ id: 'US' }, { id: 'GB' }] },
  ]);
});

it('bidding data is its own source', () => {
  expect(inputOf({ ...FIRST_DRAFT, isBidding: true }).dataSource).toBe(BIDDING);
});
