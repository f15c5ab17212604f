import '../../../support/browser-language.ts';
import { expect, it } from 'vitest';
import {
  changedTargets,
  copyOf,
  NOTHING,
  placeIssue,
  targetingInput,
} from '../../../../src/dashboard/pages/line/targeting/targeting-change.ts';
import { targetingText } from '../../../../src/dashboard/pages/line/targeting/targeting-text.ts';

const place = (woeid: number, name: string) => ({ woeid, name, type: 'Country', location: null });
const SPAIN = place(1, 'Spain');
const FRANCE = place(2, 'France');
const PARIS = place(3, 'Paris');
const bought = { productSetId: 7, funnelType: 'Purchase', lookBack: 14, exclude: true } as const;
const NONE = { geos: [], excludedGeos: [], nativeLists: [], funnelAttributes: [] };

it('targeting is told in words: where, on what, to whom, and what is left out', () => {
  const targeting = {
    geos: [SPAIN, FRANCE],
    excludedGeos: [PARIS],
    nativeLists: [{ id: 'NativeList:1', name: 'Gossip' }],
    funnelAttributes: [bought],
  };
  expect(targetingText(targeting, () => 'Shoes').join(' ')).toBe(
    'Delivers in Spain and France, but not in Paris. On all sites and apps but those of 1 list: Gossip. ' +
      'To everyone there. Not to people who bought Shoes in the last 14 days.',
  );
  expect(targetingText(NONE, () => undefined)[0]).toBe('No place is targeted, so the line cannot be active.');
});

it('a copy adds what the other line has, and takes away what it has not', () => {
  const from = { ...NONE, geos: [SPAIN], excludedGeos: [PARIS], funnelAttributes: [bought] };
  const to = { ...NONE, geos: [SPAIN, FRANCE], nativeLists: [{ id: 'NativeList:1', name: 'Gossip' }] };
  expect(copyOf(from, to)).toEqual({
    added: [],
    excluded: [PARIS],
    removed: [2],
    blocked: [],
    unblocked: ['NativeList:1'],
    funnels: [bought],
  });
  expect(copyOf(to, to)).toEqual({ added: [], excluded: [], removed: [], blocked: [], unblocked: [] });
});

it('text that is left in the search for places is neither saved nor dropped: it is a problem until it is chosen from', () => {
  const text = { ...NOTHING, placeText: 'Germ' };
  expect([...placeIssue(text)]).toEqual([
    ['placeText', expect.stringContaining('“Germ” is not a place yet')],
  ]);
  expect(placeIssue({ ...text, placeText: ' ' }).size).toBe(0);
  expect(placeIssue(NOTHING).size).toBe(0);
  expect(targetingInput(text, { lineId: 'Line:1' })).toEqual({ lineId: 'Line:1' });
});

it('whom a line will reach follows from what it has and what is changed', () => {
  const stored = {
    ...NONE,
    geos: [SPAIN],
    excludedGeos: [PARIS],
    nativeLists: [{ id: 'L:1', name: 'Gossip' }],
  };
  const change = { ...NOTHING, added: [PARIS], removed: [1], blocked: ['L:2'], unblocked: ['L:1'] };
  const lists = [{ id: 'L:2', name: 'Games' }];
  expect(changedTargets(stored, change, lists)).toEqual({ ...NONE, geos: [PARIS], nativeLists: lists });
  expect(changedTargets(stored, NOTHING, lists)).toEqual(stored);
});
