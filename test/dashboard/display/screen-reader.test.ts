import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { goTo, signedIn } from '../support/dashboard.ts';
import { PAGES } from '../support/pages.ts';

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const told = (page: Page) => page.locator('.shell > [role=status]');

it.each(Object.entries(PAGES))(
  'the page %s reads in order: headings, landmarks, tables, controls',
  async (_, route) => {
    const { page } = await signedIn();
    await goTo(page, route);
    const wrong = await page.evaluate(() => {
      const all = (selector: string) =>
        [...document.querySelectorAll<HTMLElement>(selector)].filter((each) => each.checkVisibility());
      const levels = all('h1, h2, h3, h4').map(({ tagName }) => Number(tagName[1]));
      const nameOf = (each: HTMLElement) =>
        each.getAttribute('aria-label') ??
        (each instanceof HTMLInputElement || each instanceof HTMLSelectElement
          ? each.labels?.[0]?.textContent
          : each.innerText);
      const names = all('nav').map((nav) => nav.getAttribute('aria-label'));
      return [
        ...(levels.filter((level) => level === 1).length === 1 ? [] : ['not one h1']),
        ...levels.flatMap((level, at) =>
          level > (levels[at - 1] ?? 0) + 1 ? [`h${level} comes too early`] : [],
        ),
        ...(all('main').length === 1 ? [] : ['not one main']),
        ...(new Set(names).size === names.length && names.every(Boolean) ? [] : [`navigations ${names}`]),
        ...all('table:not(.uplot table)').flatMap((table) =>
          table.getAttribute('aria-label') && table.querySelector('th')
            ? []
            : ['a table without a name or headers'],
        ),
        ...all('a, button, input, select').flatMap((each) =>
          nameOf(each)?.trim() ? [] : [`without a name: ${each.outerHTML.slice(0, 80)}`],
        ),
      ];
    });
    expect(wrong).toEqual([]);
  },
);

it('the focus is on the heading of a new page, also after Back, and stays where one types', async () => {
  const { page } = await signedIn();
  await goTo(page, '/advertisers');
  await page.getByRole('link', { name: 'Northwind Outdoor' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Northwind Outdoor' }).waitFor();
  await expect.poll(() => focusedText(page)).toBe('Northwind Outdoor');
  await page.goBack();
  await expect.poll(() => focusedText(page)).toBe('Advertisers');
  // The next stop is the first control of the page, and not the top of the window.
  await page.keyboard.press('Tab');
  expect(await page.getByLabel('Range').evaluate((each) => each === document.activeElement)).toBe(true);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('shoes');
  await page
    .getByRole('status')
    .getByText(/^\d+ results$/)
    .waitFor({ state: 'attached' });
});

it('a dialog begins at its first field, and what was saved is said', async () => {
  const { page } = await signedIn();
  await goTo(page, '/lines/13');
  for (const bid of ['1.23', '1.24']) {
    await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter');
    const focused = () =>
      page.evaluate(() => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent);
    expect(await focused()).toBe('Name');
    // Over objective, language and supply.
    for (let tabs = 0; tabs < 4; tabs += 1) await page.keyboard.press('Tab');
    expect(await focused()).toBe('Bid');
    await page.keyboard.type(bid);
    await page.getByRole('region', { name: 'What will change' }).getByText(bid).waitFor();
    const before = await told(page).locator('span').elementHandle();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await told(page).getByText('Line saved: bid').waitFor({ state: 'attached' });
    // A new element, so that the same words are said again.
    await expect.poll(() => before?.evaluate((element) => element.isConnected)).toBe(false);
  }
});

it('how many rows are selected is said', async () => {
  const { page } = await signedIn();
  await goTo(page, '/campaigns/2');
  await page.getByLabel('Select all on this page').check();
  await page
    .getByRole('status')
    .getByText(/^\d+ lines selected$/)
    .waitFor({ state: 'attached' });
});
