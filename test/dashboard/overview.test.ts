import { expect, it } from 'vitest';
import { ask, goTo, signedIn } from './support/dashboard.ts';
import { delay, intercept } from './support/intercept.ts';

it('figures never stand under the dates of another range', async () => {
  const { page } = await signedIn();
  await goTo(page, '/');
  await page.locator('.tile').first().waitFor();
  const stop = await intercept(page, 'DashboardOverview', delay(4000));
  // In another order they are still those of the range.
  await page.locator('.tile', { hasText: 'Clicks' }).click();
  expect(await page.locator('.tile').count()).toBe(5);
  await page.getByLabel('Range').selectOption('Last 30 days');
  const days = Number(
    await page.getByLabel('Last day').evaluate((last: HTMLInputElement) => {
      const first = document.querySelector<HTMLInputElement>('input[aria-label="First day"]');
      return (last.valueAsNumber - (first?.valueAsNumber ?? 0)) / 86_400_000;
    }),
  );
  expect(days).toBe(29);
  expect(await page.locator('.tile, .uplot, .spark').count()).toBe(0);
  await page.locator('.tile').first().waitFor();
  await stop();
  await page.context().setOffline(true);
  await page.getByLabel('Range').selectOption('Last 90 days');
  await page.getByText('You are offline.').first().waitFor();
  expect(await page.locator('.tile, .uplot, .spark').count()).toBe(0);
});

it('a range that is not over is compared with the same hours, by name', async () => {
  const { page } = await signedIn();
  await goTo(page, '/?range=TODAY');
  await page.getByText(/^Compared with .+ until .+, the same hours$/).waitFor();
  await page.getByLabel('Compare with').selectOption('No comparison');
  await page.locator('.tile').first().waitFor();
  expect(await page.locator('.tile-change').count()).toBe(0);
  // The demo's data begin a year and a few weeks ago.
  await goTo(page, '/?range=LAST_365_DAYS');
  await page.getByText(/Data begin /).waitFor();
  // What is not compared stands in no legend either.
  expect(await page.locator('.plot-legend').getByText(/\d{4}/).count()).toBe(0);
  expect(await page.locator('.tile-change').count()).toBe(0);
  // Days that have not come have no figure.
  const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);
  await goTo(page, `/?from=${day(-2)}&to=${day(2)}`);
  await page.getByText('Show as table').click();
  const points = page.getByRole('table', { name: 'Figures of the plot: Spend' }).locator('tbody tr');
  await points.first().waitFor({ state: 'attached' });
  expect(await points.last().locator('td').allTextContents()).toEqual(['Not begun', '–', expect.any(String)]);
});

it('the lines that moved most stand below the plot', async () => {
  const { page } = await signedIn();
  await goTo(page, '/');
  const movers = page.getByRole('list', { name: 'Biggest movers' }).getByRole('listitem');
  await movers.first().waitFor();
  expect(await movers.count()).toBeLessThanOrEqual(4);
  await movers.first().locator('[data-metric=SPEND][data-node^="Line:"]').first().waitFor();
  await page
    .getByRole('region', { name: 'Biggest movers' })
    .getByRole('button', { name: 'Show more' })
    .click();
  await page.getByRole('dialog', { name: /^What changed/ }).waitFor();
});

it('what a screen reader hears of a sparkline is in the currency of its amounts', async () => {
  const { page } = await signedIn();
  await goTo(page, '/?range=LAST_WEEK');
  const { advertiser } = await ask<{ advertiser: { name: string; currency: string } }>(
    page,
    '{ advertiser(id: "2") { name currency } }',
  );
  expect(advertiser.currency).toBe('BRL');
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: advertiser.name }) });
  expect(await row.locator('td').nth(1).textContent()).toMatch(/^R\$[\d,]+ to R\$[\d,]+$/);
});
