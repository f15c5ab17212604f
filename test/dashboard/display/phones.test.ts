import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { goTo, signedIn } from '../support/dashboard.ts';
import { PAGES } from '../support/pages.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

const nav = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
const menu = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true });

it('the menu of a phone closes by Escape, beside it, with the page that was chosen, and by Back', async () => {
  const { page } = await signedIn(undefined, PHONE);
  await goTo(page, '/reports');
  await menu(page).click();
  await page.keyboard.press('Escape');
  await nav(page).waitFor({ state: 'hidden' });
  expect(await menu(page).evaluate((button) => button === document.activeElement)).toBe(true);
  await menu(page).click();
  await nav(page).waitFor();
  await page.mouse.click(345, 500);
  await nav(page).waitFor({ state: 'hidden' });
  await menu(page).click();
  await nav(page).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await nav(page).waitFor({ state: 'hidden' });
  await menu(page).click();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
  await nav(page).waitFor({ state: 'hidden' });
});

it.each(Object.entries(PAGES))('on a phone, fingers find the controls of the page %s', async (_, route) => {
  const { page } = await signedIn(undefined, PHONE);
  await goTo(page, route);
  const small = await page.evaluate(() => {
    const shown = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((each) => each.checkVisibility());
    // Hours of a grid, heads of columns and boxes in rows stand close; 24 px are the least.
    const [least, aim] = [24, 44];
    const isClose = (each: HTMLElement) => each.closest('th, td') !== null || each.matches('.chip-button');
    return shown('button, .button, select, input:not([type=checkbox])')
      .filter((each) => !each.matches('.skip'))
      .map((each) => [each.getBoundingClientRect().height, isClose(each) ? least : aim, each] as const)
      .filter(([height, wanted]) => height < wanted - 0.5)
      .map(([height, , each]) => `${height}: ${each.outerHTML.slice(0, 100)}`);
  });
  expect(small).toEqual([]);
});

it.each([
  ['/', 'Advertisers'],
  ['/advertisers', 'Advertisers'],
  ['/campaigns/1', 'Lines'],
])('on a phone, %s keeps the names of its rows in view while figures move', async (route, table) => {
  const { page } = await signedIn(undefined, PHONE);
  await goTo(page, route);
  const box = page.getByRole('region', { name: `Table of ${table}`, exact: true });
  const moved = await box.evaluate((each) => {
    each.scrollLeft = 10_000;
    const at = each.querySelector('tbody a')?.getBoundingClientRect();
    const { left, right } = each.getBoundingClientRect();
    return { by: each.scrollLeft, isInView: at !== undefined && at.left >= left && at.right <= right };
  });
  expect(moved.by).toBeGreaterThan(50);
  expect(moved.isInView).toBe(true);
});

it('on a phone, conversions are read without moving their table', async () => {
  const { page } = await signedIn(undefined, PHONE);
  await goTo(page, '/events');
  const box = page.getByRole('region', { name: 'Table of Conversions', exact: true });
  expect(await box.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
});

it('on a phone, a form that is longer than the screen keeps its title and its button in sight', async () => {
  const { page } = await signedIn(undefined, PHONE);
  await goTo(page, '/campaigns/1');
  await page.getByRole('button', { name: 'New line' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').waitFor();
  const isInSight = () =>
    dialog.evaluate((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      const parts = [...each.querySelectorAll('h2, [type=submit]')].map((part) =>
        part.getBoundingClientRect(),
      );
      return parts.map((part) => part.top >= top && part.bottom <= bottom);
    });
  expect(await dialog.evaluate((each) => each.scrollHeight > each.clientHeight)).toBe(true);
  expect(await isInSight()).toEqual([true, true]);
  await dialog.evaluate((each) => each.scrollTo(0, each.scrollHeight));
  expect(await isInSight()).toEqual([true, true]);
});
