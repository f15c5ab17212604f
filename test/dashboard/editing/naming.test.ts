import { expect, it } from 'vitest';
import { goTo, signedIn } from '../support/dashboard.ts';

it('an objective is chosen among those that are known, or typed', async () => {
  const { page } = await signedIn();
  await goTo(page, '/campaigns/1');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const objective = page.getByLabel('Objective', { exact: true });
  expect(await objective.locator('option').allTextContents()).toEqual([
    '–',
    'Visit web',
    'Promote brand',
    'Other…',
  ]);
  await objective.selectOption('Other…');
  await page.getByLabel('Objective: other').fill('INSTALL_APP');
  await page.getByRole('region', { name: 'What will change' }).getByText('Install app').waitFor();
});

it('more advertisers are those of the same range and order', async () => {
  const { page } = await signedIn();
  await goTo(page, '/?range=LAST_30_DAYS&metric=CLICKS&dir=asc');
  const rows = page.getByRole('region', { name: 'Table of Advertisers' }).locator('tbody tr');
  expect(await rows.count()).toBe(10);
  await page.getByRole('link', { name: /^\d+ more$/ }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(10);
  const address = page.url();
  for (const part of ['range=LAST_30_DAYS', 'metric=CLICKS', 'dir=asc']) expect(address).toContain(part);
});

it('the history names what was changed, and is narrowed to days', async () => {
  const { page } = await signedIn();
  await goTo(page, '/history?resource=Line');
  const link = page.locator('.changes > li a').first();
  expect(await link.innerText()).toMatch(/^Line \D/);
  await page.getByLabel('First day').fill('2020-01-01');
  await page.getByLabel('Last day').fill('2020-01-02');
  await page.getByText('No changes match.').waitFor();
});
