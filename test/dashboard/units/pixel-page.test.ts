import '../../support/browser-language.ts';
import { expect, it } from 'vitest';
import { sizeIn } from '../../../src/dashboard/pages/ad/banner-size.ts';
import { limitRows } from '../../../src/dashboard/pages/clients/limit-rows.ts';
import { cureOf } from '../../../src/dashboard/pages/pixels/cure.ts';
import { eventsIn } from '../../../src/dashboard/pages/pixels/pixel/events-in.ts';
import { newestRun, runsOf } from '../../../src/dashboard/pages/reports/saved/newest-run.ts';
import { stepsOf } from '../../../src/dashboard/parts/period/steps.ts';

it('events of a pixel stand in the step of its zone, and hours that have not begun have none', () => {
  const day = { start: '2026-03-03', end: '2026-03-03' };
  const steps = stepsOf(day, 'Asia/Tokyo', '2026-03-03T02:30:00Z');
  const [accepted, refused] = eventsIn(steps, 'Asia/Tokyo', [
    { start: '2026-03-02T15:00:00.000Z', accepted: 5, refused: 1 },
    { start: '2026-03-03T02:00:00.000Z', accepted: 7, refused: 0 },
  ]);
  expect(accepted?.values.slice(0, 13)).toEqual([5, ...Array(10).fill(0), 7, null]);
  expect(refused?.values[0]).toBe(1);
  expect(accepted?.steps).toHaveLength(24);
});

it('steps of days add up the hours and days that begin in them', () => {
  const days = { start: '2026-03-01', end: '2026-03-03' };
  const [accepted] = eventsIn(stepsOf(days, 'UTC'), 'UTC', [
    { start: '2026-03-01T00:00:00.000Z', accepted: 1, refused: 0 },
    { start: '2026-03-03T00:00:00.000Z', accepted: 2, refused: 0 },
    { start: '2026-03-03T05:00:00.000Z', accepted: 3, refused: 0 },
    { start: '2026-03-09T00:00:00.000Z', accepted: 9, refused: 0 },
  ]);
  expect(accepted?.values).toEqual([1, 0, 5]);
});

it.each([
  ['user_data.email', 'must be the SHA-256 of the address', /lower case/],
  ['[3].event_time', 'must not be older than 90 days', /within 90 days/],
  ['user_data', 'one of email, he is required', /Name the person/],
  [null, 'An advertiser can send at most 500 events per second.', /Send fewer events/],
  ['pixel_id', 'must be a pixel for server events on the allow-list of the client', /May send/],
])('a refusal of %s has a cure', (field, reason, cure) => {
  expect(cureOf(field, reason)).toMatch(cure);
});

it('limits of one kind are one row, in words', () => {
  expect(
    limitRows([
      { name: 'getPerMin', limit: 60 },
      { name: 'getPerHr', limit: 600 },
      { name: 'reportPostPerDay', limit: 24 },
      { name: 'other', limit: 3 },
    ]),
  ).toEqual([
    { name: 'Reads over REST (GET)', minute: 60, hour: 600 },
    { name: 'Reports made', day: 24 },
    { name: 'other', hour: 3 },
  ]);
});

it('the newest run of a saved report is that of its schedule or of whoever ran it', () => {
  const report = { dateTypeId: 2, reportOption: { metricTypeIds: [1] } };
  type Runs = Parameters<typeof newestRun>;
  const made = (createdAt: string, requestPayload: object) =>
    ({ createdAt, requestPayload, customerReportId: createdAt }) as Runs[1][number];
  const of = (lastReport: object | null, listed: Runs[1]) =>
    newestRun({ report, lastReport } as Runs[0], listed);
  const sameInAnotherOrder = { reportOption: { metricTypeIds: [1] }, dateTypeId: 2 };
  const listed = [made('2026-03-03', { dateTypeId: 3 }), made('2026-03-02', sameInAnotherOrder)];
  expect(of(null, listed)).toMatchObject({ createdAt: '2026-03-02', isByHand: true });
  expect(of({ createdAt: '2026-03-02' }, listed)).toMatchObject({ isByHand: false });
  expect(of({ createdAt: '2026-03-01' }, listed)).toMatchObject({ createdAt: '2026-03-02', isByHand: true });
  expect(of(null, [])).toBeUndefined();
  // The last of the schedule is listed, too, and the older ones follow.
  const last = { createdAt: '2026-03-02', customerReportId: '2026-03-02' };
  const older = made('2026-02-01', report);
  const runs = runsOf({ report, lastReport: last } as Runs[0], [...listed, older]);
  expect(runs.map((run) => [run.createdAt, run.isByHand])).toEqual([
    ['2026-03-02', false],
    ['2026-02-01', true],
  ]);
});

it('what says itself what to send has no cure beside it', () => {
  expect(cureOf('other', 'must be 7')).toBeUndefined();
});

it.each([
  ['Bike 300x250', { width: 300, height: 250 }],
  ['Leaderboard 728 × 90', { width: 728, height: 90 }],
  ['Spring 2026', undefined],
  ['Version 1.300x250', undefined],
])('the size in the name %s', (name, size) => {
  expect(sizeIn(name)).toEqual(size);
});
