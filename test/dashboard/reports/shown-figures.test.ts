import { expect, it } from 'vitest';
import { ask, goTo, signedIn } from '../support/dashboard.ts';
import { wrongFigures } from '../support/shown-figures.ts';

const ZONE = { timezoneId: 'Europe/London' };

it.each([
  ['/?range=LAST_7_DAYS', 80],
  ['/?range=LAST_14_DAYS&metric=CTR&compare=weekdays', 80],
  ['/?range=TODAY', 60],
  ['/?range=MONTH_TO_DATE&metric=CLICKS', 60],
  // Steps of seven days, of which the last is cut: a rate is that of its sums.
  ['/?range=LAST_365_DAYS&metric=CTR&compare=none', 100],
])('every figure of %s is what the graph answers', async (address, least) => {
  const { page } = await signedIn(undefined, ZONE);
  await goTo(page, address);
  await page.getByText('Show as table').click();
  const { compared, wrong } = await wrongFigures(page);
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(least);
});

it.each([
  ['/advertisers/1?range=LAST_14_DAYS&by=COUNTRY', 60],
  ['/campaigns/1?range=LAST_7_DAYS&metric=CTR&by=PACKAGE', 40],
  // After midnight, today has few hours.
  ['/campaigns/2?range=TODAY&by=HOUR', 40],
  ['/campaigns/2?range=YESTERDAY&by=HOUR', 150],
  ['/lines/1?range=LAST_30_DAYS&compare=weekdays', 80],
  ['/lines/2?range=MONTH_TO_DATE&by=HOUR&currency=own', 150],
  ['/ads/1?range=YESTERDAY&by=COUNTRY&zone=Asia/Tokyo', 60],
])('every figure of %s is what the graph answers, of what it is about', async (address, least) => {
  const { page } = await signedIn(undefined, ZONE);
  await goTo(page, address);
  await page.getByText('Show as table').click();
  const { compared, wrong } = await wrongFigures(page);
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(least);
});

it('the conversions of ads beside the events are what the graph answers, in the currency of each', async () => {
  const { page } = await signedIn(undefined, ZONE);
  await goTo(page, '/events');
  await page.getByRole('table', { name: 'Conversions by ad' }).waitFor();
  const { compared, wrong } = await wrongFigures(page);
  expect(wrong).toEqual([]);
  expect(compared).toBe(20);
});

it('what a line has spent in its flights is what the graph answers', async () => {
  const { page } = await signedIn(undefined, ZONE);
  await goTo(page, '/lines/1');
  const { compared, wrong } = await wrongFigures(page);
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(0);
});

it('the rows and steps of a report by advertiser are what the graph answers', async () => {
  const { page } = await signedIn(undefined, ZONE);
  const input = {
    ...{ dateTypeId: 4, intervalTypeId: 2 },
    reportOption: {
      ...{ dimensionTypeIds: [4], metricTypeIds: [1, 10001, 10006, 10002], currency: 4 },
      timezone: 'Europe/London',
    },
  };
  const { createReport } = await ask<{ createReport: { report: { customerReportId: string } } }>(
    page,
    `mutation ($input: CreateReportInput!) { createReport(input: $input) {
      ... on CreateReportPayload { report { customerReportId } } } }`,
    { input },
  );
  await goTo(page, `/reports/${createReport.report.customerReportId}`);
  await page.getByLabel('Metric of the plot').selectOption('Click rate');
  await page.getByText('Show as table').click();
  const { compared, wrong } = await wrongFigures(page);
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(60);
});
