import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { ask, goTo, newPerson, signedIn } from '../support/dashboard.ts';
import { shoot } from '../support/shots.ts';

interface Ads {
  readonly ads: {
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    readonly nodes: readonly {
      readonly databaseId: number;
      readonly delivery: { readonly conversions: number; readonly spend: { readonly amount: string } };
    }[];
  };
}

const ADS = `query ($after: String, $range: DateRangeInput!, $timezone: TimeZone, $currency: Currency) {
  ads(first: 100, after: $after) { pageInfo { hasNextPage endCursor } nodes { databaseId
    delivery(range: $range, timezone: $timezone, currency: $currency) { conversions spend { amount } } } } }`;

/** The IDs of the ads that are shown. */
const shownIds = (page: Page): Promise<string[]> =>
  page
    .locator('tbody td a[href*="/ads/"]')
    .evaluateAll((links) =>
      links.map((link) => /ads\/(\d+)/.exec(link.getAttribute('href') ?? '')?.[1] ?? ''),
    );

it('ads that cost and bring nothing are found by two conditions, which the address keeps', async () => {
  const { page } = await signedIn(undefined, { timezoneId: 'Europe/London' });
  await goTo(page, '/ads?range=LAST_30_DAYS');
  await page.getByRole('button', { name: 'Conditions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Conditions' });
  await dialog.getByLabel('Value of condition 1').fill('many');
  expect(await dialog.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Value of condition 1').fill('100');
  await dialog.getByRole('button', { name: 'Add a condition' }).click();
  await dialog.getByLabel('Column of condition 2').selectOption('Conversions');
  await dialog.getByLabel('Comparison of condition 2').selectOption('exactly');
  await dialog.getByLabel('Value of condition 2').fill('0');
  expect(await violations(page)).toEqual([]);
  await shoot(page, 'list-conditions', {});
  await dialog.getByRole('button', { name: 'Apply' }).press('Enter');
  const chips = page.getByRole('list', { name: 'Conditions' });
  await chips.getByRole('button', { name: 'Conversions exactly 0' }).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
  const main = page.locator('main');
  const [start, end, timezone, currency] = await Promise.all(
    ['from', 'to', 'timezone', 'currency'].map((name) => main.getAttribute(`data-${name}`)),
  );
  // Every ad of the seat, told apart here by what it shows.
  const variables = { range: { between: { start, end } }, timezone, currency };
  const all: Ads['ads']['nodes'][number][] = [];
  for (let after: string | null = null; ; ) {
    const { ads }: Ads = await ask<Ads>(page, ADS, { ...variables, after });
    all.push(...ads.nodes);
    if (!ads.pageInfo.hasNextPage) break;
    after = ads.pageInfo.endCursor;
  }
  const wasteful = all.filter(
    ({ delivery }) => Number(delivery.spend.amount) > 100 && delivery.conversions === 0,
  );
  expect(wasteful.length).toBeGreaterThan(0);
  expect(wasteful.length).toBeLessThan(all.length);
  const expected = wasteful.map(({ databaseId }) => String(databaseId)).sort();
  expect((await shownIds(page)).sort()).toEqual(expected);
  await page.reload();
  await expect.poll(async () => (await shownIds(page)).sort()).toEqual(expected);
  for (const width of [1440, 1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await shoot(page, `list-conditions-${width}`, {});
  }
  await chips.getByRole('button', { name: /^Spend more than/ }).click();
  await page.waitForFunction(() => !location.hash.includes('SPEND'));
});

it.each([
  ['/advertisers', 'CURRENCY.eq.USD'],
  ['/campaigns', 'BUDGET.gte.1000'],
  ['/lines', 'BID_PRICE.gt.1;SPEND.gt.0'],
])('%s are compared by %s', async (path, where) => {
  const { page } = await signedIn();
  await goTo(page, `${path}?where=${encodeURIComponent(where)}`);
  await page.locator('tbody tr').first().waitFor();
  await goTo(page, `${path}?where=${encodeURIComponent(`${where};IMPRESSIONS.gt.9999999999`)}`);
  await page.getByText(/^No \w+ match\.$/).waitFor();
});

it('a view is saved, opened elsewhere, renamed and deleted, and is nobody else’s', async () => {
  const { page } = await signedIn();
  await goTo(page, '/lines?range=LAST_14_DAYS&sort=CTR&dir=asc&where=SPEND.gt.10');
  const views = page.getByRole('button', { name: 'Views' });
  const dialog = page.getByRole('dialog', { name: 'Saved views' });
  await views.click();
  await dialog.getByLabel('Save this view as').fill('Low click rate');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByRole('link', { name: 'Low click rate' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await shoot(page, 'saved-views', {});
  await page.keyboard.press('Escape');
  // Somebody who sees everything of the seat does not see it.
  const { page: other } = await signedIn(await newPerson('VIEWER'));
  await goTo(other, '/lines');
  await other.getByRole('button', { name: 'Views' }).click();
  await other.getByText('You have no saved views of this list yet.').waitFor();

  await goTo(page, '/lines?q=shoes&range=YESTERDAY');
  await views.click();
  await dialog.getByRole('link', { name: 'Low click rate' }).click();
  await page.waitForFunction(() => location.hash.includes('sort=CTR') && !location.hash.includes('q=shoes'));
  expect(new URLSearchParams(page.url().split('?')[1]).get('range')).toBe('LAST_14_DAYS');
  await page
    .getByRole('list', { name: 'Conditions' })
    .getByRole('button', { name: /^Spend more than/ })
    .waitFor();

  await views.click();
  await dialog.getByRole('button', { name: 'Rename Low click rate' }).click();
  await dialog.getByLabel('New name of Low click rate').fill('Dull lines');
  await dialog.getByRole('button', { name: 'Save name' }).click();
  await dialog.getByRole('button', { name: 'Delete Dull lines' }).click();
  await dialog.getByText('You have no saved views of this list yet.').waitFor();
});
