import '../../../support/browser-language.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { inCalls, type ManyVerb, together } from '../../../../src/dashboard/api/in-calls.ts';
import {
  type DashboardLineRowFragment,
  DashboardUpdateLinesDocument,
  type UpdateLineInput,
} from '../../../../src/dashboard/generated/graphql.ts';
import { type BulkResult, summaryOf } from '../../../../src/dashboard/pages/bulk/bulk-result.ts';
import { addedBudgets, pacesOf } from '../../../../src/dashboard/pages/bulk/impact-of.ts';
import { changesIn } from '../../../../src/dashboard/parts/changes/changes-in.ts';
import type { Written } from '../../../../src/dashboard/undo/undoable.ts';

afterEach(() => vi.unstubAllGlobals());

const NOW = Date.parse('2026-01-11T00:00:00Z');
const line = (id: string, currency: string): DashboardLineRowFragment => ({
  id: `Line:${id}`,
  databaseId: 1,
  name: id,
  status: 'ACTIVE',
  bidPrice: '1',
  ...{ goalType: null, goalAmount: null, goalModeType: null, maxGoal: null },
  updatedAt: 'seen',
  schedules: [
    {
      id,
      budget: '100',
      dailyBudget: null,
      startDate: '2026-01-01T00:00:00Z',
      endDate: '2026-01-21T00:00:00Z',
    },
    {
      id: `${id} later`,
      budget: '50',
      dailyBudget: null,
      startDate: '2026-02-01T00:00:00Z',
      endDate: '2026-03-01T00:00:00Z',
    },
  ],
  advertiser: { name: 'Advertiser', currency, timezone: 'UTC' },
});
const lines = [line('a', 'USD'), line('b', 'USD'), line('c', 'EUR'), line('d', 'EUR')];
const inputs = lines.map(({ id, schedules }) => ({
  id,
  schedules: schedules.map(({ id, budget }) => ({ id, budget: String(Number(budget) * 2) })),
}));
const changed: Written = {
  __typename: 'UpdateLinePayload',
  changes: [
    { path: 'schedules', before: [{ id: 1, budget: 1 }], after: [{ id: 1, budget: 2 }], isPartial: false },
  ],
};
const refused: BulkResult = { __typename: 'ValidationError', message: 'Refused.' };
const results: readonly BulkResult[] = [changed, changed, changed, refused];

it('a change of budgets is added up by currency: what is spent, days left and the new pace, without refused lines', () => {
  const spent = new Map([
    ['a', 40],
    ['b', 60],
  ]);
  expect(pacesOf({ lines, inputs, results, spent, now: NOW })).toEqual([
    {
      currency: 'USD',
      lines: 2,
      budget: { before: 300, after: 600 },
      spent: 100,
      days: { least: 10, most: 10 },
      // 60 and 40 of 100, later 160 and 140 of 200, in ten days; the flights to come count for none of them.
      daily: { before: 10, after: 30 },
    },
    {
      currency: 'EUR',
      lines: 1,
      budget: { before: 150, after: 300 },
      spent: 0,
      days: { least: 10, most: 10 },
      daily: { before: 10, after: 20 },
    },
  ]);
});

it('a later end slows the pace down', () => {
  const [first] = lines;
  if (!first) throw new Error('There is no line.');
  const later = [{ id: first.id, schedules: [{ id: 'a', endDate: '2026-01-31T00:00:00Z' }] }];
  const [pace] = pacesOf({ lines: [first], inputs: later, results, spent: new Map(), now: NOW });
  expect(pace).toMatchObject({
    budget: { before: 100, after: 100 },
    days: { least: 20, most: 20 },
    daily: { before: 10, after: 5 },
  });
});

it('what is added to a campaign is that of all its changed lines together', () => {
  const campaign = { id: 'Campaign:1', name: 'One', budget: '500', budgetType: null };
  const of = new Map(lines.map(({ id }) => [id, campaign]));
  expect(addedBudgets({ lines, inputs, results }, of)).toEqual(new Map([['Campaign:1', 450]]));
});

it('a part that is refused is counted apart', () => {
  expect(summaryOf(results, false)).toBe('3 will change, 1 refused');
  expect(summaryOf([changed, { ...changed, changes: [] }], true)).toBe('1 changed, 1 unchanged');
});

it('a value that rises to more than three times as much or falls to less than a third is pointed out', () => {
  const sharp = (path: string, before: unknown, after: unknown) =>
    changesIn([{ path, before, after, isPartial: false }])[0]?.sharp;
  expect(sharp('bidPrice', '1', '3.01')).toBe('RISE');
  expect(sharp('bidPrice', '1', '3')).toBeUndefined();
  expect(sharp('bidPrice', null, '30')).toBeUndefined();
  expect(sharp('bidPrice', '1.70', '0.10')).toBe('FALL');
  expect(sharp('bidPrice', '3', '1')).toBeUndefined();
  expect(sharp('dailyBudget', '30', null)).toBeUndefined();
  expect(sharp('schedules', [{ id: 1, budget: 100 }], [{ id: 1, budget: 1000 }])).toBe('RISE');
  expect(sharp('schedules', [{ id: 1, budget: 100 }], [{ id: 1, budget: 20 }])).toBe('FALL');
  expect(sharp('language', '1', '10')).toBeUndefined();
});

it('many inputs are sent in several calls with a key each, and go on after one that failed', async () => {
  const sent: { key: string | null; count: number }[] = [];
  let isDown = false;
  vi.stubGlobal('fetch', async (_: string, { headers, body }: RequestInit) => {
    const { inputs } = JSON.parse(String(body)).variables;
    sent.push({ key: new Headers(headers).get('idempotency-key'), count: inputs.length });
    if (isDown) throw new TypeError('network');
    isDown = true;
    return Response.json({ data: { results: inputs.map(() => refused) } });
  });
  const many = Array.from({ length: 230 }, (_, index) => ({ id: `Line:${index}` }));
  const verb: ManyVerb<UpdateLineInput, BulkResult> = together(DashboardUpdateLinesDocument);
  let known: readonly BulkResult[] = [];
  const run = () =>
    inCalls(verb, many, {
      validateOnly: false,
      key: 'k',
      known,
      onResults: (sofar) => {
        known = sofar;
        isDown = sent.length === 1;
      },
    });
  await expect(run()).rejects.toThrow();
  expect(known).toHaveLength(100);
  isDown = false;
  vi.stubGlobal('fetch', async (_: string, { headers, body }: RequestInit) => {
    const { inputs } = JSON.parse(String(body)).variables;
    sent.push({ key: new Headers(headers).get('idempotency-key'), count: inputs.length });
    return Response.json({ data: { results: inputs.map(() => refused) } });
  });
  expect(await run()).toHaveLength(230);
  expect(sent).toEqual([
    { key: 'k-0', count: 100 },
    { key: 'k-100', count: 100 },
    { key: 'k-100', count: 100 },
    { key: 'k-200', count: 30 },
  ]);
});
