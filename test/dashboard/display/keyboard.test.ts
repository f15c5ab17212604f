import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { goTo, signedIn } from '../support/dashboard.ts';
import { intercept } from '../support/intercept.ts';
import { PAGES } from '../support/pages.ts';

/** What can be used and is in sight; of a grid of hours one cell is a stop, and arrows lead on. */
const CONTROLS = 'a[href], button:enabled, input:enabled, select:enabled';

/** Marks each control with a number, and says what is there. */
const marked = (page: Page) =>
  page.evaluate((selector) => {
    const shown = [...document.querySelectorAll<HTMLElement>(selector)].filter(
      (each) => each.checkVisibility({ visibilityProperty: true }) && each.tabIndex >= 0,
    );
    for (const [index, control] of shown.entries()) control.dataset.stop = String(index);
    return shown.map((each) => each.outerHTML.slice(0, 120));
  }, CONTROLS);

/** Where the focus is, and whether one sees it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!(at instanceof HTMLElement) || at === document.body) return undefined;
    // A tile is outlined by what covers it.
    const isOutlined = [getComputedStyle(at), getComputedStyle(at, '::after')].some(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0,
    );
    const { width, height } = at.getBoundingClientRect();
    const isSeen = isOutlined && width * height > 0;
    return { stop: at.dataset.stop, isSeen, html: at.outerHTML.slice(0, 120) };
  });

it.each(Object.entries(PAGES))(
  'Tab reaches every control of the page %s, and one sees where it is',
  async (_, route) => {
    const { page } = await signedIn();
    await goTo(page, route);
    const controls = await marked(page);
    const reached = new Set<string>();
    const unseen = new Set<string>();
    // What scrolls is a stop as well, and at the end the focus leaves the page.
    for (let step = 0; step < 3 * controls.length + 10 && reached.size < controls.length; step += 1) {
      await page.keyboard.press('Tab');
      const at = await focused(page);
      if (at?.stop) reached.add(at.stop);
      if (at && !at.isSeen) unseen.add(at.html);
    }
    expect(controls.filter((_html, index) => !reached.has(String(index)))).toEqual([]);
    expect([...unseen]).toEqual([]);
  },
);

it('a chip above the lines keeps the focus when those of alerts come beside it', async () => {
  const { page } = await signedIn();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await intercept(page, 'DashboardAlertCounts', async (route) => {
    await released;
    await route.continue();
  });
  await goTo(page, '/lines');
  const chip = page.getByRole('button', { name: 'Spend without conversions' });
  await chip.focus();
  release();
  await page.getByRole('region', { name: 'Attention' }).waitFor();
  expect(await chip.evaluate((each) => each === document.activeElement)).toBe(true);
});

it('/ leads to the search from anywhere, and stays a letter where one types', async () => {
  const { page } = await signedIn();
  for (const route of ['/', '/reports', '/settings']) {
    await goTo(page, route);
    await page.locator('main').focus();
    await page.keyboard.press('/');
    expect((await focused(page))?.html).toContain('role="combobox"');
    await page.keyboard.press('Escape');
  }
  await goTo(page, '/advertisers');
  await page.getByLabel('Filter advertisers by name').focus();
  await page.keyboard.press('/');
  expect(await page.getByLabel('Filter advertisers by name').inputValue()).toBe('/');
});

it.each([
  ['/advertisers', 'New advertiser'],
  ['/advertisers/1', 'New campaign'],
  ['/campaigns/1', 'Edit'],
  ['/lines/1', 'Edit'],
  ['/lines/1', 'Edit flights'],
  ['/lines/1', 'Edit targeting'],
  ['/clients', 'New client'],
])('on %s the dialog of “%s” keeps the focus, closes with Escape and gives it back', async (route, name) => {
  const { page } = await signedIn();
  await goTo(page, route);
  const opener = page.getByRole('button', { name, exact: true });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const stops = await dialog.locator(CONTROLS).count();
  for (let step = 0; step < stops + 4; step += 1) {
    // Outside of the dialog there is the browser's own frame alone.
    const isKept = await dialog.evaluate(
      (own) => own.contains(document.activeElement) || document.activeElement === document.body,
    );
    expect(isKept).toBe(true);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await opener.evaluate((own) => own === document.activeElement)).toBe(true);
});

it('the menu of a part opens and closes by keyboard, and its dialog gives the focus back to it', async () => {
  const { page } = await signedIn();
  await goTo(page, '/lines/1');
  const opener = page.getByRole('button', { name: 'More for Flights' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const item = page.getByRole('button', { name: 'Show the query' });
  await page.keyboard.press('Tab');
  expect(await item.evaluate((own) => own === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await item.waitFor({ state: 'hidden' });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await opener.evaluate((own) => own === document.activeElement)).toBe(true);
});

it('a place is found, targeted and saved by keyboard alone', async () => {
  const { page } = await signedIn();
  await goTo(page, '/lines/7');
  await page.getByRole('button', { name: 'Edit targeting' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Place', { exact: true }).focus();
  await page.keyboard.type('portugal');
  await page.getByRole('button', { name: 'Target Portugal' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'What will change' }).getByText('Portugal').waitFor();
  await page.getByRole('button', { name: 'Save' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const targeting = page.getByRole('region', { name: 'Targeting' });
  await targeting.getByRole('listitem').filter({ hasText: 'Portugal' }).waitFor();
});

it('a screen reader is told which page is shown', async () => {
  const { page } = await signedIn();
  const told = page.locator('.shell > [role=status]');
  await goTo(page, '/');
  for (const name of ['Campaigns', 'Reports', 'History']) {
    await page.getByRole('navigation').getByRole('link', { name }).click();
    await told.getByText(name, { exact: true }).waitFor({ state: 'attached' });
    expect(await page.title()).toBe(`${name} – Flightline`);
  }
});

it('lines are selected, changed and their results read by keyboard alone', async () => {
  const { page } = await signedIn();
  await goTo(page, '/campaigns/6');
  await page
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .first()
    .focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Edit 1 line' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Change').focus();
  await page.keyboard.type('Change the bid');
  await page.getByLabel('Percent', { exact: true }).focus();
  await page.keyboard.type('5');
  await page.getByRole('region', { name: 'What will change' }).getByText('1 will change').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Results' }).getByText('1 changed').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});
