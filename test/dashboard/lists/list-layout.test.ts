import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { goTo, signedIn } from '../support/dashboard.ts';

/** How far above the end of the table's head the text of each column's name ends. */
const headsOf = (page: Page) =>
  page.locator('.list thead').evaluate((head) => {
    const { bottom } = head.getBoundingClientRect();
    return [...head.querySelectorAll('th')].flatMap((each) => {
      const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      const text = texts.nextNode();
      if (!text) return [];
      range.selectNodeContents(text);
      return [Math.round(bottom - range.getBoundingClientRect().bottom)];
    });
  });

it('the heads of a list stand on one line, its menu in its corner, and both stay while rows move', async () => {
  const { page } = await signedIn(undefined, { viewport: { width: 1440, height: 900 } });
  await goTo(page, '/campaigns');
  const heads = await headsOf(page);
  expect(Math.max(...heads) - Math.min(...heads)).toBeLessThanOrEqual(1);
  await goTo(page, '/lines');
  const top = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? -1;
  await page.locator('.list tbody tr').first().waitFor();
  const widget = await top('.list');
  expect((await top('.list > .widget-head .menu-box')) - widget).toBeLessThan(20);
  await page
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .first()
    .check();
  const last = page.locator('.list tbody tr').last();
  await last.scrollIntoViewIfNeeded();
  for (const shown of ['.list thead th', '.list > .widget-head .primary'])
    expect(await top(shown), shown).toBeGreaterThanOrEqual(56);
});

it('at 1024 px a name takes two rows at most', async () => {
  const { page } = await signedIn(undefined, { viewport: { width: 1024, height: 800 } });
  await goTo(page, '/lines');
  const heights = await page
    .locator('.list tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThan(90);
});
