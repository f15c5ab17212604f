import '../../support/browser-language.ts';
import { expect, it } from 'vitest';
import { commandsFor, isCalled } from '../../../src/dashboard/shell/palette/fitting.ts';
import { foundOf } from '../../../src/dashboard/shell/palette/found.ts';

const command = (name: string) => ({ key: name, name, kind: 'Page', go: () => undefined });
const line = (databaseId: number) => ({
  __typename: 'Line' as const,
  ...{ id: `Line:${databaseId}`, databaseId, name: 'Display' },
  deliveryStatus: 'ACTIVE' as const,
  campaign: { name: 'Trail shoes' },
});

it('commands have all words, in any order; one that is called exactly so is known', () => {
  const all = ['Theme: Dark', 'Lines', 'New report'].map(command);
  expect(commandsFor('dark THEME', all).map(({ name }) => name)).toEqual(['Theme: Dark']);
  expect(commandsFor('', all)).toHaveLength(3);
  expect(isCalled(command('Lines'), ' lines ')).toBe(true);
  expect(isCalled(command('Lines'), 'line')).toBe(false);
});

it('a hit leads to its page and says what it is and belongs to', () => {
  const search = { totalCount: 1, counts: [{ type: 'Line' as const, count: 1 }], nodes: [line(84)] };
  expect(foundOf({ search }, '84').options).toEqual([
    {
      ...{ key: 'Line:84', name: 'Display', kind: 'Line 84', owner: 'Trail shoes', state: 'Active' },
      go: { to: '/lines/$id', params: { id: '84' } },
    },
  ]);
});

it('what is found more often than it is shown is a list away', () => {
  const counts = [
    { type: 'Line' as const, count: 30 },
    { type: 'Ad' as const, count: 1 },
    { type: 'Pixel' as const, count: 4 },
  ];
  const { options } = foundOf({ search: { totalCount: 35, counts, nodes: [line(1)] } }, 'shoes');
  expect(options.slice(1)).toEqual([
    {
      ...{ key: 'all Line', name: 'All 30 lines', kind: 'List' },
      go: { to: '/lines', search: { q: 'shoes' } },
    },
  ]);
});

it('a command is found by what else it is called, and with one letter wrong', () => {
  const all = [
    { ...command('Change status'), words: 'pause activate' },
    command('Settings'),
    command('Lines: behind'),
  ];
  const found = (text: string) => commandsFor(text, all).map(({ name }) => name);
  expect(found('paus')).toEqual(['Change status']);
  for (const typed of ['setings', 'settigns', 'settinggs', 'setzings'])
    expect(found(typed)).toEqual(['Settings']);
  expect(found('behind')).toEqual(['Lines: behind']);
  expect(found('sett')).toEqual(['Settings']);
  expect(found('xettxngs')).toEqual([]);
});

it('things of the library lead to their pages, with their status', () => {
  const creative = {
    ...{ __typename: 'Creative' as const, id: 'Creative:3', databaseId: 3, name: 'Rain' },
    ...{ creativeStatus: 'ACTIVE' as const, advertiser: { name: 'Northwind' } },
  };
  const counts = [{ type: 'Creative' as const, count: 12 }];
  const { options } = foundOf({ search: { totalCount: 12, counts, nodes: [creative] } }, 'rain');
  expect(options).toEqual([
    {
      ...{ key: 'Creative:3', name: 'Rain', kind: 'Creative 3', owner: 'Northwind', state: 'Active' },
      go: { to: '/library/$kind/$id', params: { kind: 'creatives', id: '3' } },
    },
    {
      ...{ key: 'all Creative', name: 'All 12 creatives', kind: 'List' },
      go: { to: '/library/$kind', params: { kind: 'creatives' }, search: { q: 'rain' } },
    },
  ]);
});
