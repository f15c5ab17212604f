import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violations } from './support/axe.ts';
import { ask, goTo, signedIn } from './support/dashboard.ts';
import { delay, intercept } from './support/intercept.ts';
import { shoot } from './support/shots.ts';

const boxOf = (page: Page) => page.getByRole('dialog', { name: 'Search' }).getByRole('combobox');
const active = (page: Page) => page.locator('[role=option][aria-selected=true]');

it('a line is opened by its ID with three keys, though the service answers late', async () => {
  const { page } = await signedIn();
  await goTo(page, '/settings');
  await intercept(page, 'DashboardFind', delay(300));
  const { line } = await ask<{ line: { name: string } }>(page, '{ line(id: "84") { name } }');
  await page.keyboard.press('/');
  await page.keyboard.type('line 84');
  // Enter does not choose what stood there before.
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: line.name }).waitFor();
  expect(page.url()).toMatch(/#\/lines\/84$/);
});

it('the digits of an ID open the search, so that a line takes three keys', async () => {
  const { page } = await signedIn();
  await goTo(page, '/settings');
  const { line } = await ask<{ line: { name: string } }>(page, '{ line(id: "84") { name } }');
  for (const key of ['8', '4', 'Enter']) await page.keyboard.press(key);
  await page.getByRole('heading', { level: 1, name: line.name }).waitFor();
  // In a field a digit is a digit.
  await goTo(page, '/lines');
  await page.getByLabel('Filter lines by name').focus();
  await page.keyboard.press('8');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

it('words are found in any order; arrows choose, Escape returns to where one was', async () => {
  const { page } = await signedIn();
  await goTo(page, '/lines');
  const columns = page.getByRole('button', { name: 'Columns' });
  await columns.focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('shoes trail');
  const options = page.getByRole('option');
  await options.filter({ hasText: 'Trail shoes' }).first().waitFor();
  const [first, second] = await options.allInnerTexts();
  expect(await active(page).innerText()).toBe(first);
  await page.keyboard.press('ArrowDown');
  expect(await active(page).innerText()).toBe(second);
  expect(await boxOf(page).getAttribute('aria-activedescendant')).toBe(await active(page).getAttribute('id'));
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  // Past the first comes the last.
  expect(await active(page).innerText()).not.toBe(first);
  expect(await violations(page)).toEqual([]);
  await shoot(page, 'palette', {});
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await columns.evaluate((each) => each === document.activeElement)).toBe(true);
});

it('more hits than are shown are a list away, with as many rows as were counted', async () => {
  const { page } = await signedIn();
  await goTo(page, '/settings');
  await page.getByRole('button', { name: 'Search' }).click();
  await boxOf(page).fill('native feed');
  const all = page.getByRole('option', { name: /^All \d+ lines/ });
  await all.waitFor();
  const count = Number(/\d+/.exec(await all.innerText())?.[0]);
  await all.click();
  await page.getByRole('table', { name: 'Lines' }).waitFor();
  await expect.poll(() => page.locator('tbody tr').count()).toBe(Math.min(count, 50));
  expect(await page.getByLabel('Filter lines by name').inputValue()).toBe('native feed');
});

it('pages and actions are commands: a page by its name goes before what is called like it', async () => {
  const { page } = await signedIn();
  await goTo(page, '/settings');
  await page.keyboard.press('Control+k');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.type('ads');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Ads' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('dark theme');
  await expect.poll(() => active(page).innerText()).toContain('Theme: Dark');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.documentElement.style.colorScheme)).toBe('dark');
  await page.getByRole('button', { name: 'Theme: Dark' }).waitFor();
});

it('what a page can do is done from the search, and so is what other pages make', async () => {
  const { page } = await signedIn();
  await goTo(page, '/lines/6');
  await page.keyboard.press('/');
  await page.keyboard.type('paus');
  await page.getByRole('group', { name: 'On this page' }).getByText('Change status').click();
  const dialog = page.getByRole('dialog', { name: 'Change status' });
  await dialog.getByRole('button', { name: 'Pause' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type('new campaign');
  await expect.poll(() => active(page).innerText()).toContain('New campaign');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'New campaign' }).getByLabel('Advertiser').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  // Empty, it has what was looked at before.
  await page.getByRole('group', { name: 'Recent' }).getByRole('option').first().waitFor();
  await page.keyboard.type('behind');
  await page.getByRole('option', { name: /^Lines: behind/ }).click();
  await page.waitForFunction(() => location.hash.includes('alert=BEHIND'));
});

it('inner words find each kind of thing, and one wrong letter what was meant', async () => {
  const { page } = await signedIn();
  await goTo(page, '/settings');
  await page.keyboard.press('/');
  await page.keyboard.type('rain shells');
  const kinds = page.getByRole('dialog', { name: 'Search' }).getByRole('group');
  await kinds.first().getByRole('option').first().waitFor();
  // However many lines, ads and creatives begin with these words.
  await page
    .getByRole('group', { name: 'Campaigns' })
    .getByRole('option', { name: /^Season opening: Rain shells/ })
    .waitFor();
  expect(await violations(page)).toEqual([]);
  for (const typed of ['rain shelsl', 'parfm', 'parfum dete']) {
    await boxOf(page).fill(typed);
    await page
      .getByRole('group', { name: /^Nothing has that name\. Did you mean: / })
      .first()
      .waitFor();
    await expect.poll(() => active(page).innerText()).toMatch(/rain shells|parfum d/i);
  }
  expect(await violations(page)).toEqual([]);
});

it('what is not there is said, and so is a search that fails', async () => {
  const { page } = await signedIn();
  await goTo(page, '/settings');
  await page.keyboard.press('/');
  await page.keyboard.type('nothing of that name');
  await page.getByText('Nothing matches.').waitFor();
  // More words than the service takes.
  await boxOf(page).fill('a b c d e f g h i');
  await page
    .getByRole('dialog')
    .getByText(/8 words/)
    .waitFor();
});
