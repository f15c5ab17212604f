import { expect, it } from 'vitest';
import { goTo, served, signedIn } from '../support/dashboard.ts';
import { delay, intercept } from '../support/intercept.ts';

it.each([
  ['/?range=LAST_30_DAYS', 'Overview'],
  ['/advertisers/1', 'Advertisers'],
  ['/campaigns/1', 'Campaigns'],
  ['/lines/1', 'Lines'],
  ['/ads/1', 'Ads'],
  ['/reports/new', 'Reports'],
])('at %s the navigation says that one is in %s', async (route, name) => {
  const { page } = await signedIn();
  await goTo(page, route);
  const here = page.getByRole('navigation', { name: 'Pages' }).locator('a[data-status=active]');
  expect(await here.allInnerTexts()).toEqual([name]);
});

it.each([360, 1280])('the overview does not jump at %d px when its figures arrive late', async (width) => {
  const { page } = await signedIn(undefined, { viewport: { width, height: 900 } });
  await page.addInitScript(() => {
    const kept = globalThis as unknown as { shift: number };
    kept.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) kept.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await intercept(page, 'DashboardOverview', delay(800));
  await page.goto(`${served.origin}/dashboard#/`);
  await page.reload();
  await page.locator('.plot canvas').waitFor();
  await page.waitForTimeout(300);
  // Google calls a page good below 0.1.
  expect(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)).toBeLessThan(0.1);
});

it('the figures of the plot are shown as a table by keyboard', async () => {
  const { page } = await signedIn();
  await goTo(page, '/');
  await page.getByText('Show as table').focus();
  await page.keyboard.press('Enter');
  const table = page.getByRole('table', { name: 'Figures of the plot: Spend' });
  await table.waitFor();
  expect(await table.locator('tbody tr').count()).toBe(7);
});

it('on paper there are the figures of a page, whole, and no controls', async () => {
  const { page } = await signedIn();
  await goTo(page, '/');
  await page.emulateMedia({ media: 'print' });
  for (const control of ['.top', '.side', '.widget-actions'])
    expect(await page.locator(control).first().isVisible(), control).toBe(false);
  await page.setViewportSize({ width: 700, height: 1000 });
  const boxes = page.locator('.table-box');
  expect(
    new Set(await boxes.evaluateAll((all) => all.map((box) => getComputedStyle(box).overflowX))),
  ).toEqual(new Set(['visible']));
});

it('the plot of a report stays within its card', async () => {
  const { page } = await signedIn(undefined, { viewport: { width: 390, height: 844 } });
  await goTo(page, '/reports/new');
  await page.getByRole('button', { name: 'Run' }).click();
  const plot = page.locator('.plot');
  await plot.locator('canvas').waitFor();
  expect(await plot.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
});

it('the times of flights are shown whole while they are edited', async () => {
  const { page } = await signedIn();
  await goTo(page, '/lines/2');
  await page.getByRole('button', { name: 'Edit flights' }).click();
  const start = page.getByRole('dialog').getByLabel('Start').first();
  expect((await start.boundingBox())?.width).toBeGreaterThanOrEqual(220);
});
