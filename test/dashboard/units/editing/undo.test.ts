import '../../../support/browser-language.ts';
import { afterEach, expect, it, vi } from 'vitest';
import type {
  DashboardHistoryQuery,
  DashboardTakeBackQuery,
} from '../../../../src/dashboard/generated/graphql.ts';
import { groupsOf, takenBackAt } from '../../../../src/dashboard/pages/history/groups.ts';
import { earlierOf } from '../../../../src/dashboard/undo/earlier.ts';
import { changedSince, planOf } from '../../../../src/dashboard/undo/take-back-plan.ts';
import { isUndo } from '../../../../src/dashboard/undo/together.ts';
import { undoableOf } from '../../../../src/dashboard/undo/undoable.ts';
import { undoneText } from '../../../../src/dashboard/undo/write-back.ts';

afterEach(() => vi.unstubAllGlobals());

const status = { path: 'status', before: 'ACTIVE', after: 'PAUSED', isPartial: false };

it('only what was written is taken back: of flights those that changed, were added or removed', () => {
  expect(earlierOf([status, { path: 'bidPrice', before: null, after: 2 }])).toEqual({
    via: 'update',
    earlier: { status: 'ACTIVE', bidPrice: null },
  });
  const flights = (before: object[], after: object[]) =>
    earlierOf([{ path: 'schedules', before, after }])?.earlier;
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
  expect(flights([{ ...second, adId: 3 }], [])).toEqual({ schedules: [again] });
  // What follows from another field is not written.
  const creative = { path: 'creative', before: { name: 'a' }, after: { name: 'b' } };
  expect(earlierOf([{ path: 'creativeId', before: 1, after: 2 }, creative])?.earlier).toEqual({
    creativeId: 1,
  });
});

it('what was taken back is known by the earlier values that were written, for all of a request', () => {
  const change = (over: object) =>
    ({
      ...{ id: '1', action: 'UPDATE', at: '2026-11-20T10:00:00Z', requestId: 'r', userId: 1, user: null },
      ...{ resource: 'Line', resourceId: 'Line:1', fields: [status], node: null, ...over },
    }) as unknown as DashboardHistoryQuery['changes']['nodes'][number];
  const one = change({});
  const written = [{ ...status, before: 'PAUSED', after: 'ACTIVE' }];
  const back = change({ id: '2', requestId: 'undo-x', at: '2026-11-20T11:00:00Z', fields: written });
  const at = (...changes: (typeof one)[]) => takenBackAt({ changes: [one] }, changes);
  expect(at(back, one)).toBe('2026-11-20T11:00:00Z');
  expect(at(change({ ...back, requestId: 'r2' }), one)).toBeUndefined();
  expect(at(change({ ...back, at: '2026-11-20T09:00:00Z' }), one)).toBeUndefined();
  expect(at(change({ ...back, fields: [status] }), one)).toBeUndefined();
  const other = change({ resourceId: 'Line:2' });
  expect(takenBackAt({ changes: [one, other] }, [back, one, other])).toBeUndefined();
});

it('some fields of a change are taken back without the others', () => {
  const [planned] = planOf([
    {
      ...{ id: '1', action: 'UPDATE', resource: 'Line', resourceId: 'Line:1' },
      fields: [status, { path: 'bidPrice', before: '1', after: '2', isPartial: false }],
      node: { __typename: 'Line', name: 'Boots', updatedAt: '2026-11-20T10:00:00Z' },
    },
  ] as unknown as DashboardTakeBackQuery['changes']['nodes']);
  expect(planned?.only?.(new Set(['bidPrice']))?.input).toEqual({
    ...{ id: 'Line:1', bidPrice: '1', updatedAt: '2026-11-20T10:00:00Z' },
  });
  expect(planned?.only?.(new Set())).toBeUndefined();
});

it('targeting is taken back as a difference: places by their side, lists, types and funnels', () => {
  const back = (path: string, before: unknown, after: unknown) => earlierOf([{ path, before, after }]);
  const [one, two, three] = [1, 2, 3].map((woeid) => ({ woeid, type: 'COUNTRY', name: `${woeid}` }));
  expect(back('geos', [one, two], [{ ...two, excluded: true }, three])).toEqual({
    via: 'targeting',
    // The second was put back on its side; it need not be removed first.
    earlier: { geos: { removed: [3], added: [1, 2], excluded: [] } },
  });
  expect(back('nativeLists', [{ id: 1, name: 'a' }], [{ id: 2, name: 'b' }])?.earlier).toEqual({
    nativeLists: { added: [{ id: 1, exclude: true }], removed: [2] },
  });
  const on = (name: string) => ({ name, isTargeted: true });
  expect(back('types', [on('GEOGRAPHY')], [on('NATIVE_LIST')])?.earlier).toEqual({
    types: [on('GEOGRAPHY'), { name: 'NATIVE_LIST', isTargeted: false }],
  });
  const funnel = { lookBack: 7, funnelType: 'Purchase', productSetId: 3, exclude: false };
  expect(back('funnelAttributes', [funnel], [])?.earlier).toEqual({ funnelAttributes: [funnel] });
});

it('bid multipliers are taken back one by one: those that were removed are made again', () => {
  const bid = (id: number, multiplier: number) => ({
    ...{ id, targetType: 'DAY_PARTING', targetValue: { day: 'Mon', hour: id }, multiplier },
  });
  const taken = earlierOf([
    {
      path: 'bidMultipliers',
      before: [bid(1, 2), bid(2, 2), bid(3, 3)],
      after: [bid(1, 2), bid(2, 4), bid(4, 5)],
    },
  ]);
  const { id: _, ...third } = bid(3, 3);
  expect(taken).toEqual({
    via: 'bids',
    earlier: { added: [third], removedItems: [{ id: 4 }], edited: [{ id: 2, multiplier: 2 }] },
  });
});

it('the sites and apps of a native list are taken back by their names', () => {
  expect(earlierOf([{ path: 'items', before: ['a.example'], after: [] }])?.earlier).toEqual({
    items: [{ itemName: 'a.example' }],
  });
});

it('what no single verb can write is not taken back, and neither is a part of a value', () => {
  const geos = { path: 'geos', before: [], after: [] };
  expect(earlierOf([status, geos])).toBeUndefined();
  expect(earlierOf([geos, { path: 'deals', before: [], after: [] }])).toBeUndefined();
  expect(earlierOf([{ path: 'extra', before: {}, after: {}, isPartial: true }])).toBeUndefined();
});

const written = (id: string, changes: (typeof status)[]) => ({
  __typename: 'UpdateLinePayload' as const,
  changes,
  node: { __typename: 'Line', id, name: 'Display', updatedAt: 'written' },
});

it('each row that was changed gets its earlier values, if nobody changed it since', async () => {
  const sent: { key: string | null; isUndo: boolean; variables: unknown }[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers, body }: RequestInit) => {
    sent.push({
      key: new Headers(headers).get('idempotency-key'),
      isUndo: isUndo({ requestId: new Headers(headers).get('x-request-id') ?? '' }),
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
  // The history can tell it from other updates.
  expect(sent.map(({ isUndo }) => isUndo)).toEqual([true, true]);
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
    ...{ type: 'Line', via: 'update', name: 'Display' },
    input: { id: 'Line:1', updatedAt: 'now', bidPrice: 1, status: 'ACTIVE' },
  });
});

it('what was made, or is written by several verbs, says why it cannot be taken back', () => {
  const created = change(1, [status], { action: 'CREATE' });
  const both = change(2, [status, { path: 'geos', before: [], after: [], isPartial: false }], {
    resourceId: 'Line:2',
  });
  expect(planOf([created, both]).map(({ item, reason }) => item ?? reason)).toEqual([
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
