import { expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { goTo, signedIn } from '../support/dashboard.ts';

it('a report counts in the overview’s zone, says how it counts, and has its totals', async () => {
  const { page } = await signedIn();
  await goTo(page, '/?range=LAST_WEEK&zone=Europe%2FBerlin');
  const spend = await page.locator('.tile', { hasText: 'Spend' }).locator('.tile-value').innerText();
  const [start, end] = [
    await page.getByLabel('First day').inputValue(),
    await page.getByLabel('Last day').inputValue(),
  ];
  await goTo(page, '/reports/new?zone=Europe%2FBerlin');
  expect(await page.getByLabel('Time zone').inputValue()).toBe('Europe/Paris');
  await page.getByText('The overview counts its days in Europe/Berlin.').waitFor();
  await page.getByLabel('Range').selectOption('Last week');
  await page.getByLabel('Row limit').fill('500');
  await page.getByRole('button', { name: 'Run' }).click();
  const fact = (name: string) => page.locator('.facts > div', { hasText: name }).locator('dd');
  const total = await fact('Total spend').innerText();
  expect(Math.round(Number(total.replace(/[^\d.]/g, '')))).toBe(Number(spend.replace(/[^\d]/g, '')));
  expect(await fact('Days').innerText()).toBe(`${start} to ${end}`);
  expect(await fact('Time zone').innerText()).toBe('Europe/Paris');
  expect(await fact('Currency').innerText()).toBe('US dollars');
  expect(await fact('Row limit').innerText()).toBe('The 500 rows with the most impressions');
});

it('a report that is not over time has its largest rows as bars, and its names fit 1,280 pixels', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/reports/new');
  await page.getByLabel(/^Rows/).selectOption('Total');
  for (const name of ['Advertiser', 'Campaign', 'Line'])
    await page.getByRole('checkbox', { name, exact: true }).check();
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByLabel('Metric of the bars').selectOption('Clicks');
  const bars = page.getByRole('table', { name: /^The 10 largest of \d+ by clicks$/ }).locator('tbody tr');
  const values = await bars
    .locator('[data-metric=CLICKS]')
    .evaluateAll((all) => all.map((each) => Number(each.getAttribute('data-value'))));
  expect(values).toEqual([...values].sort((one, other) => other - one));
  const table = page.getByRole('region', { name: 'Table of rows' });
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(1);
  // The largest row of the table is the first bar.
  await table.getByRole('button', { name: 'Clicks' }).click();
  const first = table.locator('tbody tr [data-metric=CLICKS]').first();
  expect(Number(await first.getAttribute('data-value'))).toBe(values[0]);
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
