import '../../../support/browser-language.ts';
import { expect, it } from 'vitest';
import { copyOf } from '../../../../src/dashboard/pages/line/targeting/targeting-change.ts';
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
