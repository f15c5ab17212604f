import '../../../support/browser-language.ts';
import { expect, it } from 'vitest';
import { languageChoices } from '../../../../src/dashboard/edit/language-choices.ts';
import { partsOf } from '../../../../src/dashboard/parts/changes/change-parts.ts';
import { changesIn } from '../../../../src/dashboard/parts/changes/changes-in.ts';
import { fieldNamed, labelOf } from '../../../../src/dashboard/parts/changes/labels.ts';
import { plain } from '../../../../src/dashboard/parts/changes/plain.ts';

/** What a page shows of a change. */
const shown = (path: string, before: unknown, after: unknown) =>
  partsOf({ path, before, after })
    .map((part) => [part.label, plain(part.before), plain(part.after)] as const)
    .filter(([, old, now]) => old !== now);

it('of a contact, the fields that changed are shown', () => {
  const before = { city: 'Leeds', country: 'GB' };
  expect(shown('contact', before, { ...before, city: 'York' })).toEqual([['Contact: city', 'Leeds', 'York']]);
});

it('of a list of flights, what changed of each is shown, and what was added or removed in one line', () => {
  const [first, second] = [
    { id: 5, budget: 46, dailyBudgetType: null },
    { id: 6, budget: 10 },
  ];
  expect(
    shown(
      'schedules',
      [first, second],
      [
        { ...first, budget: 50 },
        { id: 7, budget: 75 },
      ],
    ),
  ).toEqual([
    ['Flights, row 1: budget', '46', '50'],
    ['Flights, row 2', 'budget 10', '–'],
    ['Flights, row 2', '–', 'budget 75'],
  ]);
  expect(shown('schedules', null, [second])).toEqual([['Flights, row 1', '–', 'budget 10']]);
});

it('a flight is named by its days as they were, in the zone of its line', () => {
  const flight = { id: 5, startDate: '2026-11-14T05:00:00Z', endDate: '2027-02-17T05:00:00Z' };
  const parts = partsOf(
    { path: 'schedules', before: [flight], after: [{ ...flight, endDate: '2027-02-20T05:00:00Z' }] },
    { timeZone: 'America/New_York' },
  );
  const changed = parts.filter(({ before, after }) => before !== after);
  expect(changed.map(({ label }) => label)).toEqual([
    expect.stringMatching(/^Flights, 14 Nov 2026\s–\s16 Feb 2027: end$/),
  ]);
});

it('an hour that is bid on is named, in the field and in the value', () => {
  const bid = { id: 3, multiplier: 2, targetValue: { day: 'Mon', hour: 9 } };
  expect(shown('bidMultipliers', [], [bid])).toEqual([
    ['Bid multipliers, day Mon, hour 9', '–', 'multiplier 2, target value day Mon, hour 9'],
  ]);
  expect(shown('bidMultipliers', [bid], [{ ...bid, multiplier: 3 }])).toEqual([
    ['Bid multipliers, day Mon, hour 9: multiplier', '2', '3'],
  ]);
});

it('hours that one request changes alike are one row in words, and other factors keep theirs', () => {
  const bid = (id: number, day: string, hour: number, multiplier: number) => ({
    ...{ id, multiplier, targetType: 'DAY_PARTING', targetValue: { day, hour } },
  });
  const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  const evenings = days.flatMap((day, at) =>
    [18, 19, 20, 21, 22].map((hour) => bid(at * 24 + hour, day, hour, 1.5)),
  );
  const field = { path: 'bidMultipliers', isPartial: false };
  expect(changesIn([{ ...field, before: [], after: evenings }])).toEqual([
    { label: 'Bids by hour, Mon–Sun 18:00–23:00', before: '×1', after: '×1.5' },
  ]);
  const before = [bid(1, 'Mon', 9, 2), bid(2, 'Wed', 9, 2)];
  const site = { id: 3, multiplier: 2, targetType: 'SUPPLY_GROUP', targetValue: 7 };
  expect(changesIn([{ ...field, before, after: [bid(1, 'Mon', 9, 8), site] }])).toEqual([
    { label: 'Bids by hour, Mon 9:00–10:00', before: '×2', after: '×8', sharp: 'RISE' },
    { label: 'Bids by hour, Wed 9:00–10:00', before: '×2', after: '×1' },
    { label: 'Bids by site and device, 1 target', before: '×1', after: '×2' },
  ]);
});

it('places are named, and plain lists stay lists', () => {
  expect(shown('geos', [{ name: 'Spain' }], [{ name: 'France', excluded: true }])).toEqual([
    ['Places', 'Spain', 'not France'],
  ]);
  expect(shown('types', null, ['GEOGRAPHY'])).toEqual([['Target types', '–', 'GEOGRAPHY']]);
});

it('amounts are in the currency of their owner, statuses in words, names as they are', () => {
  const owner = { currency: 'EUR' };
  expect(plain('1.4', owner, 'bidPrice')).toBe('€1.40');
  expect(plain('0.0525', owner, 'bidPrice')).toBe('€0.0525');
  expect(plain([{ id: 1, budget: 40000 }], owner)).toBe('budget €40,000.00');
  expect(plain(40000, {}, 'budget')).toBe('40,000');
  expect(plain('DAILY', {}, 'budgetType')).toBe('Daily');
  // What a flight belongs to stands above it.
  expect(plain({ id: 1, adId: 171, budget: 5 })).toBe('budget 5');
  expect(plain(['DAY_PARTING'], {}, 'types')).toBe('Day parting');
  expect(plain({ targetType: 'DAY_PARTING', multiplier: 1.8 })).toBe(
    'target type Day parting, multiplier 1.8',
  );
  expect(plain('ENHANCED_CPC', {}, 'goalType')).toBe('Enhanced CPC');
  expect(plain('ACME', {}, 'name')).toBe('ACME');
  expect(plain([{ name: 'GEOGRAPHY', isTargeted: true }], {}, 'types')).toBe('Geography');
  expect(plain(false, {}, 'isNativeEnabled')).toBe('no');
  const [, part] = partsOf({
    path: 'schedules',
    before: [{ id: 1, budget: 1 }],
    after: [{ id: 1, budget: 2 }],
  });
  expect(part).toMatchObject({ label: 'Flights, row 1: budget', field: 'budget' });
});

it('fields are named as people read them, and found by that name', () => {
  const names = {
    bidPrice: 'Bid',
    goalAmount: 'Goal amount',
    creativeId: 'Creative',
    isNativeEnabled: 'Native',
    vatNumber: 'VAT number',
    addressLine2: 'Address line 2',
  };
  for (const [name, label] of Object.entries(names)) expect(labelOf(name)).toBe(label);
  for (const text of ['bid', 'Bid', ' bidPrice ', 'Bid price']) expect(fieldNamed(text)).toBe('bidPrice');
  for (const text of ['goal amount', 'goalAmount', 'Goal Amount'])
    expect(fieldNamed(text)).toBe('goalAmount');
  expect(fieldNamed('flights')).toBe('schedules');
});

it('times are those of the advertiser’s zone, which is shown', () => {
  expect(plain({ endDate: '2031-01-20T07:00:00.000Z' }, { timeZone: 'America/Denver' })).toBe(
    'end 20 Jan 2031, 00:00 GMT-7',
  );
});

it('languages stand by name; campaigns store the code, lines the name in capitals', () => {
  const languages = [
    { value: 'es', name: 'Spanish' },
    { value: 'en', name: 'English' },
  ];
  expect(languageChoices(languages, 'code')).toEqual([
    ['en', 'English'],
    ['es', 'Spanish'],
  ]);
  expect(languageChoices(languages, 'name')[1]).toEqual(['SPANISH', 'Spanish']);
});

it('a name that two codes have is one language of lines, and two that are told apart for campaigns', () => {
  const languages = ['ak', 'tw'].map((value) => ({ value, name: 'Akan' }));
  expect(languageChoices(languages, 'name')).toEqual([['AKAN', 'Akan']]);
  expect(languageChoices(languages, 'code')).toEqual([
    ['ak', 'Akan (ak)'],
    ['tw', 'Akan (tw)'],
  ]);
});
