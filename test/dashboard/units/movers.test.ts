import '../../support/browser-language.ts';
import { expect, it } from 'vitest';
import { countriesOf, moversOf, ranked } from '../../../src/dashboard/pages/why/movers.ts';
import { partsOf } from '../../../src/dashboard/pages/why/parts.ts';
import { reasonsOf } from '../../../src/dashboard/pages/why/reasons.ts';

const SINCE = Date.parse('2026-11-08T00:00:00Z');
const END = Date.parse('2026-11-22T00:00:00Z');
const figures = (spend: string, impressions = 0) => ({
  ...{ impressions, clicks: 0, conversions: 0 },
  spend: { amount: spend, currency: 'USD' },
  conversionValue: { amount: '0' },
});
const line = (id: number, now: string, before: string, others: object = {}) => ({
  ...{ __typename: 'Line' as const, id: `Line:${id}`, name: `Line ${id}`, pacing: null },
  campaign: { id: 'Campaign:1', name: 'Spring' },
  advertiser: { id: 'Advertiser:1', name: 'North', currency: 'USD', timezone: 'America/New_York' },
  schedules: [],
  ...{ deliveryBlockers: [], now: figures(now, 100), before: figures(before, 200) },
  ...others,
});
const change = (
  id: string,
  resourceId: string,
  fields: { path: string; before: unknown; after: unknown }[],
) => ({
  ...{ id, resourceId, action: 'UPDATE' as const, at: '2026-11-21T10:00:00Z', requestId: id, userId: 1 },
  ...{ resource: resourceId.split(':')[0] as 'Line' | 'Campaign', user: { name: 'Ada' } },
  fields: fields.map((field) => ({ ...field, isPartial: false })),
});

it('the largest differences come first, falls and rises alike, and what did not change is left out', () => {
  const movers = moversOf([line(1, '10', '30'), line(2, '50', '10'), line(3, '7', '7'), null], undefined);
  expect(ranked(movers, 'spend', 10).map(({ key }) => key)).toEqual(['Line:2', 'Line:1']);
  expect(ranked(movers, 'spend', 1).map(({ key }) => key)).toEqual(['Line:2']);
});

it('of days that are not over, the compared ones count for as many hours', () => {
  const hour = (start: string, spend: string) => ({ start, delivery: figures(spend) });
  const tail = [hour('2026-11-14T09:00:00Z', '3'), hour('2026-11-14T10:00:00Z', '4')];
  const [mover] = moversOf([line(1, '10', '30', { tail })], '2026-11-14T10:00:00Z');
  expect(mover?.before.spend).toBe(26);
});

it('countries are those of both ranges, and what has none is called unknown', () => {
  const row = (code: string | null, spend: string) => ({
    ...{ advertiser: null, campaign: null, line: null, ad: null },
    country: code === null ? null : { code, name: code },
    delivery: figures(spend),
  });
  const table = (nodes: ReturnType<typeof row>[]) => ({ totals: figures('0'), nodes });
  const found = countriesOf(
    { now: table([row('US', '5'), row(null, '1')]), before: table([row('CA', '2'), row('US', '3')]) },
    undefined,
  );
  expect(found.map(({ name, now, before }) => [name, before.spend, now.spend])).toEqual([
    ['US', 3, 5],
    ['Unknown', 0, 1],
    ['CA', 2, 0],
  ]);
});

it('reasons are what was changed of it and above it, what stopped it by then, and what moved along', () => {
  const blocker = (since: string) => ({
    ...{
      code: 'FLIGHT_BUDGET_SPENT' as const,
      message: 'The budget of the flight is spent.',
      since,
      node: null,
    },
  });
  const stopped = { deliveryBlockers: [blocker('2026-11-21T12:00:00Z')] };
  const [mover] = moversOf([line(1, '10', '40', stopped)], undefined);
  const changes = [
    change('Change:1', 'Line:1', [{ path: 'bidPrice', before: 2.5, after: 1.8 }]),
    change('Change:2', 'Campaign:1', [{ path: 'status', before: 'ACTIVE', after: 'PAUSED' }]),
    change('Change:3', 'Line:9', [{ path: 'bidPrice', before: 1, after: 2 }]),
  ];
  const options = { metric: 'SPEND' as const, changes, timeZone: 'UTC', since: SINCE, end: END };
  const texts = mover ? reasonsOf(mover, options).map(({ text }) => text) : [];
  expect(texts).toEqual([
    expect.stringMatching(/^Bid: US\$2\.50 → US\$1\.80, .*10:00 by Ada$/),
    expect.stringMatching(/^Campaign: Status: Active → Paused, /),
    expect.stringMatching(/^The budget of the flight is spent\. Since /),
    'Impressions -50%, CPM -50%',
  ]);
  // What stops it since later did not stop it then.
  const [later] = moversOf(
    [line(1, '10', '40', { deliveryBlockers: [blocker('2026-11-23T00:00:00Z')] })],
    undefined,
  );
  const causes = later ? reasonsOf(later, { ...options, changes: [] }).filter(({ isCause }) => isCause) : [];
  expect(causes).toEqual([]);
});

it('of an advertiser, what was changed below it is counted by kind', () => {
  const advertiser = { __typename: 'Advertiser' as const, id: 'Advertiser:1', name: 'North' };
  const moved = { ...advertiser, now: figures('10', 100), before: figures('40', 100) };
  const [mover] = moversOf([moved], undefined);
  const owner = { id: 'Advertiser:1', currency: 'USD' };
  const part = (id: number, of = owner) =>
    ({ __typename: 'Line', id: `Line:${id}`, campaign: { id: 'Campaign:1' }, advertiser: of }) as const;
  const parts = partsOf({
    nodes: [part(1), part(2), part(3, { id: 'Advertiser:2', currency: 'USD' }), null],
  });
  const bid = (id: number) =>
    change(`Change:${id}`, `Line:${id}`, [{ path: 'bidPrice', before: 1.7, after: 0.1 }]);
  const textsOf = (changes: ReturnType<typeof bid>[]) =>
    mover &&
    reasonsOf(mover, { metric: 'SPEND', changes, parts, timeZone: 'UTC', since: SINCE, end: END })
      .filter(({ isCause }) => isCause)
      .map(({ text }) => text);
  expect(textsOf([bid(1), bid(3)])).toEqual(['1 line: bid US$1.70 → US$0.10']);
  expect(textsOf([bid(1), bid(2)])).toEqual(['2 lines: bid']);
  expect(textsOf([bid(3)])).toEqual([]);
});

const reasonsFor = (
  node: ReturnType<typeof line>,
  changes: ReturnType<typeof change>[] = [],
): { text: string; isCause: boolean }[] => {
  const [mover] = moversOf([node], undefined);
  const options = { metric: 'SPEND' as const, changes, timeZone: 'UTC', since: SINCE, end: END };
  return mover
    ? reasonsOf(mover, options)
        .filter(({ key }) => key !== 'factors')
        .map(({ text, isCause }) => ({ text, isCause }))
    : [];
};

it('a flight that began or ended within both ranges is a reason, in the days of the advertiser', () => {
  const flight = (startDate: string, endDate: string) => ({ id: startDate, startDate, endDate });
  const began = flight('2026-11-14T05:00:00Z', '2026-12-14T05:00:00Z');
  expect(reasonsFor(line(1, '187', '0', { schedules: [began] }))).toEqual([
    { text: 'Flight began 14 Nov', isCause: true },
  ]);
  const ended = flight('2026-10-01T04:00:00Z', '2026-11-15T05:00:00Z');
  expect(reasonsFor(line(1, '0', '187', { schedules: [ended] }))).toEqual([
    { text: 'Flight ended 14 Nov', isCause: true },
  ]);
  // One that goes on in the next changes nothing; nor does one that ran before both ranges or begins after them.
  const next = flight('2026-11-15T05:00:00Z', '2026-12-14T05:00:00Z');
  expect(reasonsFor(line(1, '0', '187', { schedules: [ended, next] }))).toEqual([]);
  // Whole days end with their last second.
  const toTheSecond = flight('2026-10-01T04:00:00Z', '2026-11-15T04:59:59Z');
  expect(reasonsFor(line(1, '0', '187', { schedules: [toTheSecond, next] }))).toEqual([]);
  const outside = [
    flight('2026-10-01T04:00:00Z', '2026-10-08T04:00:00Z'),
    flight('2026-11-23T05:00:00Z', '2026-12-14T05:00:00Z'),
  ];
  expect(reasonsFor(line(1, '0', '187', { schedules: outside }))).toEqual([]);
});

it('what acts the other way is told last, and not as a cause', () => {
  const status = (id: string, before: string, after: string) =>
    change(id, 'Line:1', [{ path: 'status', before, after }]);
  const paused = status('Change:1', 'ACTIVE', 'PAUSED');
  const bid = change('Change:2', 'Line:1', [{ path: 'bidPrice', before: '1', after: '2' }]);
  expect(reasonsFor(line(1, '40', '10'), [paused, bid])).toEqual([
    { text: expect.stringMatching(/^Bid: /), isCause: true },
    { text: expect.stringMatching(/^Also: Status: Active → Paused/), isCause: false },
  ]);
  expect(reasonsFor(line(1, '10', '40'), [paused, bid])).toEqual([
    { text: expect.stringMatching(/^Status: /), isCause: true },
    { text: expect.stringMatching(/^Also: Bid: /), isCause: false },
  ]);
});
