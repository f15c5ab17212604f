import '../../../support/browser-language.ts';
import { expect, it } from 'vitest';
import { idsIn, nodeIn } from '../../../../src/dashboard/parts/changes/names.ts';
import { plain } from '../../../../src/dashboard/parts/changes/plain.ts';
import { takenBackIn } from '../../../../src/dashboard/undo/taken-back.ts';

const change = (id: string, requestId: string, before: string, after: string) => ({
  ...{ id, requestId, action: 'UPDATE' as const, at: '2026-11-22T10:00:00Z', resourceId: 'Line:1' },
  fields: [{ path: 'bidPrice', before, after, isPartial: false }],
});
const found = (changes: readonly ReturnType<typeof change>[]) =>
  [...takenBackIn(changes)].map(([id, undo]) => [id, undo.id]);

it('a change is taken back by a later undo that began with its values', () => {
  const first = change('1', 'a', '2', '3');
  expect(found([change('2', 'undo-b', '3', '2'), first])).toEqual([['1', '2']]);
  // Somebody else wrote the same values.
  expect(found([change('2', 'b', '3', '2'), first])).toEqual([]);
  // Of another value, or of another line.
  expect(found([change('2', 'undo-b', '4', '2'), first])).toEqual([]);
  expect(found([{ ...change('2', 'undo-b', '3', '2'), resourceId: 'Line:2' }, first])).toEqual([]);
});

it('an undo that was taken back itself takes nothing back', () => {
  const changes = [
    change('3', 'undo-c', '2', '3'),
    change('2', 'undo-b', '3', '2'),
    change('1', 'a', '2', '3'),
  ];
  expect(found(changes)).toEqual([['2', '3']]);
});

it('IDs among the values of a change are found, and stand by name where it is known', () => {
  const rules = [{ id: 7, pixelId: 2 }];
  const fields = [
    { path: 'conversionRules', before: null, after: rules, isPartial: false },
    { path: 'advertiserId', before: null, after: 'Advertiser:1', isPartial: false },
  ];
  expect(idsIn(fields)).toEqual(['Advertiser:1', 'Pixel:2']);
  expect(nodeIn('bidPrice', 2)).toBe(undefined);
  const names = new Map([['Pixel:2', 'Shop – orders']]);
  expect(plain(rules, { names }, 'conversionRules')).toBe('pixel Shop – orders');
  expect(plain(rules, {}, 'conversionRules')).toBe('pixel 2');
});
