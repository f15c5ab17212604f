import { expect, it } from 'vitest';
import { goTo, signedIn } from '../support/dashboard.ts';

it('a report counts in the overview’s zone, says how it counts, and has its totals', async () => {
  const { page } = await signedIn(undefined, { timezoneId: 'Europe/Berlin' });
  await goTo(page, '/?range=LAST_WEEK');
  const spend = await page.locator('.tile', { hasText: 'Spend' }).locator('.tile-value').innerText();
  const [start, end] = [
    await page.getByLabel('First day').inputValue(),
    await page.getByLabel('Last day').inputValue(),
  ];
  await goTo(page, '/reports/new');
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
