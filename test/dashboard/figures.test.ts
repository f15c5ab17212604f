import { expect, it } from 'vitest';
import { ask, goTo, signedIn } from './support/dashboard.ts';

/** Impressions, clicks, spend and conversions. */
const METRICS = [1, 10001, 10002, 10003];

interface Rows {
  readonly report: {
    readonly status: string;
    readonly errorMsg: string | null;
    readonly rows: { readonly columns: string[]; readonly nodes: { readonly cells: string[] }[] } | null;
  };
}

it('every figure of the overview is that of a report of the same days', async () => {
  // Reports know few zones; this one is among them and has summer time.
  const { page } = await signedIn(undefined, { timezoneId: 'Europe/London' });
  await goTo(page, '/?range=LAST_14_DAYS');
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [start, end] = [
    await page.getByLabel('First day').inputValue(),
    await page.getByLabel('Last day').inputValue(),
  ];
  const { columns, rows } = await reported({ start, end, zone });
  const sum = (name: RegExp) => {
    const at = columns.findIndex((column) => name.test(column));
    return rows.reduce((total, cells) => total + Number(cells[at]), 0);
  };
  const tile = async (name: string) => {
    const text = await page.locator('.tile', { hasText: name }).locator('.tile-value').innerText();
    return Number(text.replace(/[^\d.]/g, ''));
  };
  expect(await tile('Impressions')).toBe(sum(/impressions/i));
  expect(await tile('Clicks')).toBe(sum(/clicks/i));
  expect(await tile('Conversions')).toBe(sum(/conversions/i));
  expect(Math.abs((await tile('Spend')) - sum(/spend/i))).toBeLessThanOrEqual(0.5);
  // The table of advertisers, figure by figure.
  for (const row of await page
    .getByRole('region', { name: 'Table of Advertisers' })
    .locator('tbody tr')
    .all()) {
    const [advertiser = '', , spend = '', impressions = '', clicks = '', conversions = ''] = await row
      .locator('td')
      .allInnerTexts();
    const own = rows.filter((cells) => cells.includes(advertiser));
    const of = (name: RegExp) =>
      own.reduce(
        (total, cells) => total + Number(cells[columns.findIndex((column) => name.test(column))]),
        0,
      );
    const number = (text: string) => Number(text.replace(/[^\d.]/g, ''));
    expect(number(impressions), advertiser).toBe(of(/impressions/i));
    expect(number(clicks), advertiser).toBe(of(/clicks/i));
    expect(number(conversions), advertiser).toBe(of(/conversions/i));
    expect(Math.abs(number(spend) - of(/spend/i)), advertiser).toBeLessThanOrEqual(0.5);
  }

  async function reported(days: { start: string; end: string; zone: string }) {
    const create = `mutation ($input: CreateReportInput!) { createReport(input: $input) {
      ... on CreateReportPayload { report { id } } ... on Error { message } } }`;
    const made = await ask<{ createReport: { report?: { id: string }; message?: string } }>(page, create, {
      input: {
        dateTypeId: 11,
        startDate: `${days.start}T00:00:00`,
        endDate: `${days.end}T23:59:59`,
        intervalTypeId: 1,
        reportOption: {
          timezone: days.zone,
          currency: 4,
          dimensionTypeIds: [4],
          metricTypeIds: METRICS,
        },
      },
    });
    expect(made.createReport.message).toBeUndefined();
    const read = '{ report(id: "ID") { status errorMsg rows(first: 1000) { columns nodes { cells } } } }';
    for (;;) {
      const { report } = await ask<Rows>(page, read.replace('ID', made.createReport.report?.id ?? ''));
      expect(report.errorMsg).toBeNull();
      if (report.rows && report.status === 'SUCCESS')
        return { columns: report.rows.columns, rows: report.rows.nodes.map(({ cells }) => cells) };
      await page.waitForTimeout(200);
    }
  }
});
