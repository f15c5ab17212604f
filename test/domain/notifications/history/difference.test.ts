import { describe, expect, test } from 'vitest';
import { fieldChange } from '../../../../src/domain/notifications/history/difference.ts';
import { trafficSystem } from '../../../support/seat.ts';
import { applyChange, revertChange } from './apply-change.ts';

/** The history stores the differences, from which every value before and after can be restored. */

const { system, caller } = await trafficSystem();
const names = (count: number) =>
  Array.from({ length: count }, (_, n) => `site-${n}.${'x'.repeat(50)}.example`);

/** A generator of its own numbers, so that a failure can be repeated. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
}

test('any two lists are made from one another by what is recorded', () => {
  const next = numbers(7);
  for (let round = 0; round < 300; round += 1) {
    const pool = names(1 + next(60));
    const some = () => Array.from({ length: next(120) }, () => pool[next(pool.length)]);
    const before: unknown[] = some();
    const after = next(3) === 0 ? some() : [...before];
    for (let edit = next(6); edit > 0; edit -= 1) {
      const place = next(after.length + 1);
      const moved = after.splice(place, next(3));
      if (next(2)) after.splice(next(after.length + 1), 0, ...moved, pool[next(pool.length)]);
    }
    const change = JSON.parse(JSON.stringify(fieldChange('items', before, after)));
    expect(applyChange(before, change)).toEqual(after);
    expect(revertChange(after, change)).toEqual(before);
  }
});

test('any two objects are made from one another by what is recorded', () => {
  const next = numbers(11);
  for (let round = 0; round < 100; round += 1) {
    const make = () =>
      Object.fromEntries(Array.from({ length: next(40) }, () => [`k${next(50)}`, 'v'.repeat(next(200))]));
    const [before, after] = [make(), make()];
    const change = JSON.parse(JSON.stringify(fieldChange('extra', before, after)));
    expect(applyChange(before, change)).toEqual(after);
    expect(revertChange(after, change)).toEqual(before);
  }
});

test('short values are recorded whole, long lists by their items', () => {
  expect(fieldChange('items', ['a'], ['a', 'b'])).toEqual({
    path: 'items',
    before: ['a'],
    after: ['a', 'b'],
  });
  const before = names(500);
  expect(fieldChange('items', before, [...before.slice(0, 7), 'new.example', ...before.slice(8)])).toEqual({
    path: 'items',
    before: [before[7]],
    after: ['new.example'],
    partial: { removed: [7], added: [7] },
  });
});

describe('a native list of 500 items that is changed 60 times by one item', () => {
  test('takes less than 300 bytes of history for a change, which names the items', async () => {
    const seat = await caller();
    const { id: accountId } = await seat.advertiser();
    const items = names(500).map((itemName) => ({ itemName }));
    const { body } = await seat.post('/nativelists', { accountId, name: 'List', status: 'ACTIVE', items });
    const { id } = body.response;
    for (let n = 0; n < 60; n += 1) {
      items[n * 8] = { itemName: `changed-${n}.example` };
      expect((await seat.put(`/nativelists/${id}`, { items })).status).toBe(200);
    }
    const { rows } = await system.pool.query(
      `SELECT max(length(fields::text))::int AS longest, count(*)::int AS changes
       FROM change WHERE resource = 'NativeList' AND resource_id = $1 AND action = 'UPDATE'`,
      [id],
    );
    expect(rows[0].changes).toBe(60);
    expect(rows[0].longest).toBeLessThan(300);
    const { body: answer } = await seat.graphql(
      `{ changes(first: 1, filter: { resource: NativeList, resourceId: "${id}" }) {
        nodes { fields { path before after isPartial } } } }`,
    );
    expect(answer.errors).toBeUndefined();
    const [{ fields }] = answer.data.changes.nodes;
    expect(fields).toEqual([
      {
        path: 'items',
        before: [expect.any(String)],
        after: [expect.stringMatching(/^changed-/)],
        isPartial: true,
      },
    ]);
  });
});
