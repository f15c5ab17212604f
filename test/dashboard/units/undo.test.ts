import '../../support/browser-language.ts';
import { afterEach, expect, it, vi } from 'vitest';
import type {
  DashboardHistoryQuery,
  DashboardTakeBackQuery,
} from '../../../src/dashboard/generated/graphql.ts';
import { groupsOf } from '../../../src/dashboard/pages/history/groups.ts';
import { earlierOf } from '../../../src/dashboard/undo/earlier.ts';
import { changedSince, planOf } from '../../../src/dashboard/undo/take-back-plan.ts';
import { undoableOf } from '../../../src/dashboard/undo/undoable.ts';
import { undoneText } from '../../../src/dashboard/undo/write-back.ts';

afterEach(() => vi.unstubAllGlobals());

const status = { path: 'status', before: 'ACTIVE', after: 'PAUSED', isPartial: false };

it('only what was written is taken back: of flights those that changed, were added or removed', () => {
  expect(earlierOf([status, { path: 'bidPrice', before: null, after: 2 }])).toEqual({
    status: 'ACTIVE',
    bidPrice: null,
  });
  const flights = (before: object[], after: object[]) => earlierOf([{ path: 'schedules', before, after }]);
  const [first, second] = [
    { id: 1, budget: 100, startDate: '2026-01-01T00:00:00.000Z' },
    { id: 2, budget: 50, startDate: '2026-02-01T00:00:00.000Z' },
  ];
  expect(flights([first, second], [{ ...first, budget: 110 }, second])).toEqual({
    schedules: [{ id: 1, budget: 100 }],
  });
  expect(flights([first], [first, second])).toEqual({ removeScheduleIds: [2] });
  const { id: _, ...again } = second;
  expect(flights([first, second], [first])).toEqual({ schedules: [again] });
});

it('what an update cannot write is not taken back, and neither is a part of a value', () => {
  expect(earlierOf([status, { path: 'geos', before: [], after: [] }])).toBeUndefined();
  expect(earlierOf([{ path: 'extra', before: {}, after: {}, isPartial: true }])).toBeUndefined();
});

const written = (id: string, changes: (typeof status)[]) => ({
  __typename: 'UpdateLinePayload' as const,
  changes,
  node: { __typename: 'Line', id, name: 'Display', updatedAt: 'written' },
});

it('each row that was changed gets its earlier values, if nobody changed it since', async () => {
  const sent: { key: string | null; variables: unknown }[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers, body }: RequestInit) => {
    sent.push({
      key: new Headers(headers).get('idempotency-key'),
      variables: JSON.parse(String(body)).variables,
    });
    const refused = { __typename: 'ConflictError', message: 'Changed since.' };
    return Response.json({ data: { results: [refused] } });
  });
  const undoable = undoableOf(
    [
      written('Line:1', [status]),
      written('Line:2', []),
      { __typename: 'ValidationError', message: 'Refused.' },
    ],
    (count) => `${count} line paused`,
  );
  expect(undoable?.text).toBe('1 line paused');
  expect(await undoable?.run()).toBe('Not undone for 1 line. Display: Changed since.');
  await undoable?.run();
  expect(sent[0]?.variables).toEqual({
    inputs: [{ id: 'Line:1', status: 'ACTIVE', updatedAt: 'written' }],
    validateOnly: false,
  });
  // A second attempt repeats the first.
  expect(sent[0]?.key).toBeTruthy();
  expect(sent[1]?.key).toBe(sent[0]?.key);
});

it('a write that changed nothing cannot be taken back', () => {
  expect(undoableOf([written('Line:1', [])], String)).toBeUndefined();
});

it('what was taken back and what was not are told apart', () => {
  const done = { done: {} };
  const items = ['One', 'Two'].map((name) => ({ name, type: 'Line' as const }));
  expect(undoneText(items, [done, done])).toBe('Undone for 2 lines.');
  const refusal = { message: 'It has ended.', isConflict: false, issues: new Map() };
  expect(undoneText(items, [done, { refusal }])).toBe(
    'Undone for 1 line. Not undone for 1 line. Two: It has ended.',
  );
});

type Recorded = DashboardTakeBackQuery['changes']['nodes'][number];
const advertiser = { currency: 'EUR', timezone: 'UTC' };
const change = (id: number, fields: Recorded['fields'], given: Partial<Recorded> = {}): Recorded => ({
  ...{ id: `Change:${id}`, action: 'UPDATE', at: '2026-11-27T10:00:00.000Z', requestId: 'r', userId: 7 },
  ...{ resource: 'Line', resourceId: 'Line:1', user: { name: 'Ann' }, fields },
  node: { __typename: 'Line', id: 'Line:1', name: 'Display', updatedAt: 'now', advertiser },
  ...given,
});
const bid = (before: number, after: number) => ({ path: 'bidPrice', before, after, isPartial: false });

it('several changes of one thing are taken back to what it was at first', () => {
  const [planned, ...others] = planOf([change(2, [bid(2, 3)]), change(1, [bid(1, 2), status])]);
  expect(others).toEqual([]);
  expect(planned?.item).toEqual({
    ...{ type: 'Line', name: 'Display' },
    input: { id: 'Line:1', updatedAt: 'now', bidPrice: 1, status: 'ACTIVE' },
  });
});

it('what was made, or is written by another verb, says why it cannot be taken back', () => {
  const created = change(1, [status], { action: 'CREATE' });
  const places = change(2, [{ path: 'geos', before: [], after: [], isPartial: false }], {
    resourceId: 'Line:2',
  });
  expect(planOf([created, places]).map(({ item, reason }) => item ?? reason)).toEqual([
    'It was created. Deactivate it instead.',
    'It can be changed back on its own page.',
  ]);
});

it('a value that was changed again since is named and stays', () => {
  const [planned] = planOf([change(1, [bid(1, 2)])]);
  if (!planned) throw new Error('Nothing is planned.');
  const would = (before: number) => ({
    done: { __typename: 'UpdateLinePayload' as const, changes: [bid(before, 1)] },
  });
  expect(changedSince(planned, would(2))).toBeUndefined();
  expect(changedSince(planned, would(3.5))).toBe('Bid was changed again since, to €3.50.');
});

it('changes of one request stand together, those of another or of another time do not', () => {
  const later = { at: '2026-11-27T10:05:00.000Z' };
  const all = [
    change(5, [], later),
    change(4, []),
    change(3, []),
    change(2, [], { requestId: 's' }),
    change(1, [], { requestId: 's', userId: 8 }),
  ];
  const groups = groupsOf(all as DashboardHistoryQuery['changes']['nodes'][number][]);
  expect(groups.map(({ changes }) => changes.length)).toEqual([1, 2, 1, 1]);
});
