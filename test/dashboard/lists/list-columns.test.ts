import { expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { goTo, signedIn } from '../support/dashboard.ts';
import { shoot } from '../support/shots.ts';

const LISTS = ['advertisers', 'campaigns', 'lines', 'ads'] as const;

it.each(LISTS)('%s fit 1,280 pixels without a column out of sight, light and dark', async (name) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await signedIn(undefined, { colorScheme });
    for (const width of [1440, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await goTo(page, `/${name}`);
      const box = page.locator('.table-box');
      await box.waitFor();
      await shoot(page, `list-${name}-${width}-${colorScheme}`, {});
      expect(await box.evaluate((each) => each.scrollWidth - each.clientWidth), `${width}`).toBe(0);
    }
    expect(await violations(page)).toEqual([]);
  }
});

it('what is left of a line and what it needs a day are columns, as on its page, and so is its ID', async () => {
  const { page } = await signedIn();
  await goTo(page, '/lines?columns=LEFT,NEEDED,ID&sort=ID&dir=asc');
  const row = page.getByRole('table', { name: 'Lines' }).locator('tbody tr').first();
  const [left = '', needed = '', id = ''] = (await row.locator('td').allInnerTexts()).slice(-3);
  expect(id).toBe('1');
  await row.getByRole('link').first().click();
  const facts = page.locator('dl');
  await facts.getByText('Needed a day').waitFor();
  const digits = (text: string) => Math.round(Number(text.replaceAll(/[^\d.]/g, '')));
  const shown = await facts.first().innerText();
  const of = (label: string) => digits(new RegExp(`${label}\\s+\\D*([\\d,.]+)`).exec(shown)?.[1] ?? '');
  expect(Math.abs(of('Left') - digits(left))).toBeLessThanOrEqual(1);
  expect(Math.abs(of('Needed a day') - digits(needed))).toBeLessThanOrEqual(1);
});

it('columns are chosen by keyboard, stand in the address, and are there again after a reload', async () => {
  const { page } = await signedIn();
  await goTo(page, '/lines');
  const heads = () => page.getByRole('table', { name: 'Lines' }).getByRole('columnheader').allInnerTexts();
  const first = await heads();
  expect(first.join()).toContain('Bid');
  await page.getByRole('button', { name: 'Columns' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await dialog.getByLabel('Bid', { exact: true }).press('Space');
  await dialog.getByLabel('Click rate').press('Space');
  expect(await violations(page)).toEqual([]);
  await shoot(page, 'list-columns', {});
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await expect.poll(async () => (await heads()).join()).toContain('Click rate');
  expect((await heads()).join()).not.toContain('Bid');
  const chosen = await heads();
  await page.reload();
  await page.getByRole('table', { name: 'Lines' }).waitFor();
  expect(await heads()).toEqual(chosen);
  await page.getByRole('button', { name: 'Columns' }).click();
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.poll(heads).toEqual(first);
  expect(page.url()).not.toContain('columns=');
});
