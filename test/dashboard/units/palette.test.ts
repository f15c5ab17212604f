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

const EXACT = { isApproximate: false };

it('a hit leads to its page and says what it is and belongs to', () => {
  const search = { ...EXACT, counts: [{ type: 'Line' as const, count: 1 }], nodes: [line(84)] };
  const hit = {
    ...{ key: 'Line:84', name: 'Display', kind: 'Line 84', owner: 'Trail shoes', state: 'Active' },
    go: { to: '/lines/$id', params: { id: '84' } },
  };
  expect(foundOf({ search }, '84')).toEqual([{ name: 'Lines', options: [hit] }]);
});

it('what is found more often than it is shown is a list away', () => {
  const counts = [
    { type: 'Line' as const, count: 30 },
    { type: 'Campaign' as const, count: 1 },
    { type: 'Pixel' as const, count: 4 },
  ];
  const campaign = {
    ...{ __typename: 'Campaign' as const, id: 'Campaign:7', databaseId: 7, name: 'Opening: Shoes' },
    ...{ campaignStatus: 'ACTIVE' as const, advertiser: { name: 'Northwind' } },
  };
  const ad = {
    ...{ __typename: 'Ad' as const, id: 'Ad:5', databaseId: 5, name: 'Shoes' },
    ...{ adStatus: 'ACTIVE' as const, line: { name: 'Display' } },
  };
  const nodes = [line(1), ad, campaign, line(2)];
  const groups = foundOf({ search: { ...EXACT, counts, nodes } }, 'shoes');
  const named = groups.map(({ name, options }) => [name, options.map((each) => each.name)]);
  // What a list of lines alone would push out has a group of its own.
  expect(named).toEqual([
    ['Lines', ['Display', 'Display', 'All 30 lines']],
    ['Campaigns', ['Opening: Shoes']],
    ['Ads', ['Shoes']],
  ]);
  expect(groups[0]?.options[2]?.go).toEqual({ to: '/lines', search: { q: 'shoes' } });
  // The list would find nothing for what is only similar.
  const similar = foundOf({ search: { isApproximate: true, counts, nodes: [line(1)] } }, 'shoez');
  expect(similar.map(({ name, options }) => [name, options.length])).toEqual([
    ['Nothing has that name. Did you mean: lines', 1],
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
  const [group] = foundOf({ search: { ...EXACT, counts, nodes: [creative] } }, 'rain');
  expect(group?.options).toEqual([
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
