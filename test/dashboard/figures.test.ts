import { expect, it } from 'vitest';
import { ask, goTo, signedIn } from './support/dashboard.ts';

/** Impressions, clicks, spend and conversions, in the order of a report's columns. */
const METRICS = [1, 10001, 10002, 10003];
const NAMES = ['Impressions', 'Clicks', 'Spend', 'Conversions'] as const;
const [IMPRESSIONS, CLICKS] = NAMES;
/** What is shown of an amount is rounded to whole units. */
const ROUNDING = { Impressions: 0, Clicks: 0, Spend: 0.5, Conversions: 0 };
const [BY_DAY, IN_ALL] = [2, 1];

type Figures = Record<(typeof NAMES)[number], number>;
interface Reported {
  /** The day, or the advertiser: the first column. */
  readonly key: string;
  readonly figures: Figures;
}
interface Rows {
  readonly report: {
    readonly status: string;
    readonly errorMsg: string | null;
    readonly rows: { readonly nodes: { readonly cells: string[] }[] } | null;
  };
}

const numberIn = (text: string) => Number(text.replace(/[^\d.-]/g, ''));
const summed = (rows: readonly Reported[]): Figures =>
  Object.fromEntries(
    NAMES.map((name) => [name, rows.reduce((sum, { figures }) => sum + figures[name], 0)]),
  ) as Figures;
const ctrOf = (figures: Figures) => (figures[CLICKS] / figures[IMPRESSIONS]) * 100;

it('every figure of the overview is that of a report of the same days', async () => {
  // The days are those of the seat, wherever the browser is.
  const { page } = await signedIn(undefined, { timezoneId: 'Pacific/Kiritimati' });
  await goTo(page, '/?range=LAST_14_DAYS');
  const zone = (await page.locator('main').getAttribute('data-timezone')) ?? '';
  const [start, end] = [
    await page.getByLabel('First day').inputValue(),
    await page.getByLabel('Last day').inputValue(),
  ];
  const daysBack = (day: string, days: number) =>
    new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
  const before = { start: daysBack(start, 14), end: daysBack(end, 14), zone };
  const byAdvertiser = await reported({ start, end, zone }, IN_ALL, [4]);
  const byDay = await reported({ start, end, zone }, BY_DAY, []);
  const byDayBefore = await reported(before, BY_DAY, []);
  const [now, then] = [summed(byAdvertiser), summed(byDayBefore)];
  // Reports wait for all facts of the demo; the page may have been read before.
  await page.reload();
  await goTo(page, '/?range=LAST_14_DAYS');

  // The tiles: the figure, and its change against the range before.
  for (const name of NAMES) {
    const tile = page.locator('.tile', { hasText: name });
    const shown = numberIn(await tile.locator('.tile-value').innerText());
    expect(Math.abs(shown - now[name]), name).toBeLessThanOrEqual(ROUNDING[name]);
    const change = await tile.locator('.tile-change').innerText();
    if (then[name] === 0) expect(change, name).toMatch(/^No earlier data/);
    else {
      const percents = (now[name] / then[name] - 1) * 100;
      const told = /^(No change|About the same)/.test(change) ? 0 : Number(/^[+-]?[\d.]+/.exec(change)?.[0]);
      expect(Math.abs(told - percents), `${name}: ${change}, ${percents}`).toBeLessThanOrEqual(0.0501);
    }
  }
  const ctr = page.locator('.tile', { hasText: 'Click rate' }).locator('.tile-value');
  expect(Math.abs(numberIn(await ctr.innerText()) - ctrOf(now))).toBeLessThanOrEqual(0.00501);

  // The plot, point by point, of each figure.
  await page.getByText('Show as table').click();
  for (const name of NAMES) {
    await page.locator('.tile', { hasText: name }).click();
    const points = page.getByRole('table', { name: `Figures of the plot: ${name}` }).locator('tbody tr');
    await points.first().waitFor({ state: 'attached' });
    expect(await points.count()).toBe(14);
    for (const [at, row] of (await points.all()).entries()) {
      const [day = '', ...cells] = await row.locator('th, td').allTextContents();
      const [shown, shownBefore] = cells.map(numberIn);
      const of = (rows: readonly Reported[], key: string) =>
        rows.find((each) => each.key.startsWith(key))?.figures[name] ?? 0;
      expect(day).toBe(daysBack(end, 13 - at));
      expect(Math.abs((shown ?? -1) - of(byDay, day)), `${name} ${day}`).toBeLessThanOrEqual(ROUNDING[name]);
      const past = daysBack(day, 14);
      expect(Math.abs((shownBefore ?? -1) - of(byDayBefore, past)), `${name} ${past}`).toBeLessThanOrEqual(
        ROUNDING[name],
      );
    }
  }

  // The table of advertisers, figure by figure.
  const rows = page.getByRole('region', { name: 'Table of Advertisers' }).locator('tbody tr');
  expect(await rows.count()).toBe(10);
  for (const row of await rows.all()) {
    const [advertiser = '', , spend = '', impressions = '', clicks = '', conversions = '', rate = ''] =
      await row.locator('td').allInnerTexts();
    const own = summed(byAdvertiser.filter(({ key }) => key === advertiser));
    expect(numberIn(impressions), advertiser).toBe(own.Impressions);
    expect(numberIn(clicks), advertiser).toBe(own.Clicks);
    expect(numberIn(conversions), advertiser).toBe(own.Conversions);
    expect(Math.abs(numberIn(spend) - own.Spend), advertiser).toBeLessThanOrEqual(0.5);
    expect(Math.abs(numberIn(rate) - ctrOf(own)), advertiser).toBeLessThanOrEqual(0.00501);
  }

  type Range = { start: string; end: string; zone: string };
  async function reported(
    days: Range,
    intervalTypeId: number,
    dimensionTypeIds: number[],
  ): Promise<Reported[]> {
    const create = `mutation ($input: CreateReportInput!) { createReport(input: $input) {
      ... on CreateReportPayload { report { id } } ... on Error { message } } }`;
    const made = await ask<{ createReport: { report?: { id: string }; message?: string } }>(page, create, {
      input: {
        dateTypeId: 11,
        startDate: `${days.start}T00:00:00`,
        endDate: `${days.end}T23:59:59`,
        intervalTypeId,
        reportOption: { timezone: days.zone, currency: 4, dimensionTypeIds, metricTypeIds: METRICS },
      },
    });
    expect(made.createReport.message).toBeUndefined();
    const read = '{ report(id: "ID") { status errorMsg rows(first: 1000) { nodes { cells } } } }';
    for (;;) {
      const { report } = await ask<Rows>(page, read.replace('ID', made.createReport.report?.id ?? ''));
      expect(report.errorMsg).toBeNull();
      if (report.rows && report.status === 'SUCCESS')
        return report.rows.nodes.map(({ cells }) => ({
          key: cells.at(-METRICS.length - 1) ?? '',
          figures: Object.fromEntries(
            NAMES.map((name, at) => [name, Number(cells.at(at - METRICS.length))]),
          ) as Figures,
        }));
      await page.waitForTimeout(200);
    }
  }
});

it('advertisers are sorted by any metric, the other way round with a second choice', async () => {
  const { page } = await signedIn();
  const table = page.getByRole('region', { name: 'Table of Advertisers' });
  for (const [at, name] of ['Spend', 'Impressions', 'Clicks', 'Conversions', 'Click rate'].entries()) {
    await goTo(page, '/');
    const values = async () => {
      await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
      return (await table.locator(`tbody tr td:nth-child(${at + 3})`).allInnerTexts()).map(numberIn);
    };
    const head = table.getByRole('columnheader', { name, exact: true });
    if (name !== 'Spend') await head.getByRole('button').click();
    await page.waitForFunction(() => document.querySelector('th[aria-sort=descending]') !== null);
    const down = await values();
    expect(down, name).toEqual([...down].sort((a, b) => b - a));
    await head.getByRole('button').click();
    await table.locator('th[aria-sort=ascending]').waitFor();
    const up = await values();
    expect(up, name).toEqual([...up].sort((a, b) => a - b));
  }
});
