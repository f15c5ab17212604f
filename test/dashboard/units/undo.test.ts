import '../../support/browser-language.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { TypedDocumentString } from '../../../src/dashboard/generated/graphql.ts';
import { earlierOf, undoableOf, undoneText } from '../../../src/dashboard/undo/undoable.ts';

afterEach(() => vi.unstubAllGlobals());

const line = {
  ...{ id: 'Line:1', name: 'Display', status: 'ACTIVE', bidPrice: '1.15', updatedAt: 'seen' },
  schedules: [
    { id: 'a', budget: '100', startDate: '2026-01-01T00:00:00Z' },
    { id: 'b', budget: null, startDate: '2026-02-01T00:00:00Z' },
  ],
};

it('only what was written is taken back, of flights too', () => {
  expect(earlierOf(line, { id: 'Line:1', updatedAt: 'seen', status: 'PAUSED' })).toEqual({
    status: 'ACTIVE',
  });
  expect(earlierOf(line, { id: 'Line:1', schedules: [{ id: 'a', budget: '110' }] })).toEqual({
    schedules: [{ id: 'a', budget: '100' }],
  });
});

interface Sent {
  inputs: { id: string; status?: string; updatedAt?: string }[];
  validateOnly: boolean;
}
type Answer = { updateLines: Parameters<typeof undoableOf>[0]['results'][number][] };

it('each row that was changed gets its earlier values, if nobody changed it since', async () => {
  const sent: { key: string | null; variables: Sent }[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers, body }: RequestInit) => {
    sent.push({
      key: new Headers(headers).get('idempotency-key'),
      variables: JSON.parse(String(body)).variables,
    });
    const refused = { __typename: 'ConflictError', message: 'Changed since.' };
    return Response.json({ data: { updateLines: [refused] } });
  });
  const undoable = undoableOf({
    rows: [line, { ...line, id: 'Line:2' }, { ...line, id: 'Line:3' }],
    noun: 'line',
    inputs: ['Line:1', 'Line:2', 'Line:3'].map((id) => ({ id, status: 'PAUSED', updatedAt: 'seen' })),
    results: [
      { __typename: 'UpdateLinePayload', changes: [{}], node: { updatedAt: 'written' } },
      { __typename: 'UpdateLinePayload', changes: [], node: { updatedAt: 'as it was' } },
      { __typename: 'ValidationError', message: 'Refused.' },
    ],
    document: new TypedDocumentString<Answer, Sent>('mutation'),
    resultsOf: ({ updateLines }) => updateLines,
    textOf: (rows) => `${rows} paused`,
  });
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
  const nothing = undoableOf({
    ...{ rows: [line], noun: 'line', inputs: [{ id: 'Line:1' }], textOf: String },
    results: [{ __typename: 'UpdateLinePayload', changes: [], node: { updatedAt: 'seen' } }],
    document: new TypedDocumentString<Answer, Sent>('mutation'),
    resultsOf: ({ updateLines }) => updateLines,
  });
  expect(nothing).toBeUndefined();
});

it('what was taken back and what was not are told apart', () => {
  const done = { done: {} };
  expect(undoneText(['One', 'Two'], [done, done], 'line')).toBe('Undone for 2 lines.');
  const refusal = { message: 'It has ended.', isConflict: false, issues: new Map() };
  expect(undoneText(['One', 'Two'], [done, { refusal }], 'line')).toBe(
    'Undone for 1 line. Not undone for 1 line. Two: It has ended.',
  );
});
