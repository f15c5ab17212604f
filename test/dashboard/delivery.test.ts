import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violations } from './support/axe.ts';
import { ask, goTo, served, signedIn } from './support/dashboard.ts';
import { delay, intercept } from './support/intercept.ts';
import { wrongFigures } from './support/shown-figures.ts';

interface Lowered {
  readonly changes: {
    readonly nodes: readonly {
      readonly at: string;
      readonly node: { readonly name: string; readonly databaseId: number };
      readonly fields: readonly { readonly before: number; readonly after: number }[];
    }[];
  };
}
const BIDS = `{ changes(first: 100, filter: { resource: Line, field: "bidPrice", action: UPDATE }) {
  nodes { at node { ... on Line { name databaseId } } fields { before after } } } }`;

/** The line of the demo seat whose bid was lowered to a fraction, and when. */
async function lowered(page: Page) {
  const { changes } = await ask<Lowered>(page, BIDS);
  const found = changes.nodes.find(({ fields: [field] }) => field && field.after < field.before / 2);
  if (!found) throw new Error('No bid of the demo seat was lowered.');
  return { ...found.node, day: found.at.slice(0, 10) };
}

it('why spend dropped on a day is found in four clicks, with figures that the graph answers', async () => {
  const { page } = await signedIn();
  const { name, day } = await lowered(page);
  // The first day that had the lower bid from its beginning.
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  await goTo(page, '/');
  await page.getByText('Show as table').click();
  await page.getByRole('button', { name: next }).click();
  const dialog = page.getByRole('dialog', { name: /^What changed, / });
  const row = dialog.getByRole('row').filter({ has: page.getByRole('link', { name }) });
  await row.getByText(/^Bid: .+ → .+ by Demo user$/).waitFor();
  // It fell most.
  expect(await dialog.locator('tbody tr').first().innerText()).toContain(name);
  expect(await violations(page)).toEqual([]);
  const { compared, wrong } = await wrongFigures(page);
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(60);
  // By campaigns, and into the one that fell.
  await dialog.getByLabel('By', { exact: true }).selectOption('By campaigns');
  await dialog
    .locator('tbody tr')
    .first()
    .getByRole('button', { name: /^By lines/ })
    .click();
  await row.getByText(/^Bid: /).waitFor();
  await page.keyboard.press('Escape');
  // By pointer it is one click on the day, and a click on the change of a tile.
  const plot = page.locator('.u-over');
  await plot.hover({ position: { x: 4, y: 40 } });
  await plot.click({ position: { x: 4, y: 40 } });
  await dialog.getByText(/^Compared with /).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /What changed in Spend\?$/ }).click();
  await row.getByText(/^Bid: /).waitFor();
});

it('a day that is not over is compared with the same hours, part by part', async () => {
  const { page } = await signedIn();
  await goTo(page, '/?range=TODAY');
  await page.getByRole('button', { name: /What changed in Spend\?$/ }).click();
  const dialog = page.getByRole('dialog', { name: /^What changed, / });
  await dialog.getByText(/until .+, the same hours\.$/).waitFor();
  await dialog.locator('tbody tr').first().waitFor();
  const { wrong } = await wrongFigures(page);
  expect(wrong).toEqual([]);
});

it('the panel stands in the address: the way back closes it, and a link opens it as it was', async () => {
  const { page } = await signedIn();
  await goTo(page, '/?range=LAST_14_DAYS');
  const before = page.url();
  await page.getByRole('button', { name: /What changed in Spend\?$/ }).click();
  const dialog = page.getByRole('dialog', { name: /^What changed, / });
  await dialog.locator('tbody tr').first().waitFor();
  await dialog.getByLabel('Figure').selectOption('Clicks');
  await dialog.getByLabel('By', { exact: true }).selectOption('By campaigns');
  await dialog
    .locator('tbody tr')
    .first()
    .getByRole('button', { name: /^By lines/ })
    .click();
  await page.waitForFunction(() => window.location.hash.includes('whyIn=Campaign'));
  const link = page.url();
  const first = () => dialog.locator('tbody tr').first().innerText();
  await dialog.getByRole('button', { name: /: show all$/ }).waitFor();
  await dialog.locator('tbody tr').first().waitFor();
  // The figures are there before what was changed.
  await dialog.getByText('Looking for changes').waitFor({ state: 'detached' });
  const shown = await first();
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  expect(page.url()).toBe(before);
  await page.goto('about:blank');
  await page.goto(link);
  await expect.poll(first).toBe(shown);
  expect(await dialog.getByLabel('Figure').inputValue()).toBe('CLICKS');
  // Closed by its own button it is not on the way back either.
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(page.url()).not.toContain('why');
});

/** Of the page that the address leads to. */
const location = (page: Page): string | undefined => /#(\/[a-z]*)/.exec(page.url())?.[1];

it('the days and the zone go along from page to page, and a change is marked on the plot', async () => {
  const { page } = await signedIn();
  const line = await lowered(page);
  await goTo(page, `/lines/${line.databaseId}?range=LAST_14_DAYS&zone=Asia/Tokyo`);
  const about = () =>
    page
      .locator('main')
      .evaluate((main: HTMLElement) => [main.dataset.from, main.dataset.to, main.dataset.timezone]);
  const days = await about();
  expect(days[2]).toBe('Asia/Tokyo');
  await page.getByText(/^\d+ changes? in these days$/).click();
  await page.getByRole('listitem').filter({ hasText: 'Bid' }).first().waitFor();
  expect(await violations(page)).toEqual([]);
  for (const [at, place] of [2, 1].entries()) {
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').nth(place).click();
    await expect
      .poll(async () => [location(page), await about()], { message: `step ${at}` })
      .toEqual([place === 2 ? '/campaigns' : '/advertisers', days]);
  }
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect.poll(async () => [location(page), await about()]).toEqual(['/', days]);
  await page.getByRole('link', { name: 'Use UTC' }).click();
  await page.waitForFunction(() => document.querySelector('main')?.dataset.timezone === 'UTC');
  expect(page.url()).not.toContain('zone=');
});

it('what somebody changed meanwhile is there when a page is shown again', async () => {
  const { page } = await signedIn();
  const rename = (name: string) =>
    ask(page, 'mutation ($name: String!) { updateLine(input: { id: "3", name: $name }) { __typename } }', {
      name,
    });
  const { line } = await ask<{ line: { name: string } }>(page, '{ line(id: "3") { name } }');
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  await goTo(page, '/lines/3');
  await heading(line.name).waitFor();
  // Another line is never shown below this one's address.
  const stop = await intercept(page, 'query DashboardLine(', delay(1500));
  await page.goto(`${served.origin}/dashboard#/lines/4`);
  await heading('Line 4').waitFor();
  await stop();
  await rename('Renamed meanwhile');
  try {
    await goTo(page, '/lines/3');
    await heading('Renamed meanwhile').waitFor();
  } finally {
    await rename(line.name);
  }
});

it('other figures are plotted once they are asked for, and stand in the address', async () => {
  const { page } = await signedIn();
  await goTo(page, '/lines/1');
  const tile = page.locator('.tile').getByRole('button', { name: /^CPA/ });
  expect(await tile.count()).toBe(0);
  await page.getByRole('button', { name: /^More figures/ }).click();
  await tile.click();
  await expect.poll(() => page.url()).toContain('metric=CPA');
  await page.getByRole('img', { name: /^CPA, / }).waitFor();
  const figureAt = async (metric: string) =>
    Number(await page.locator(`.tile [data-metric=${metric}]`).first().getAttribute('data-value'));
  expect(await figureAt('CPA')).toBeCloseTo((await figureAt('SPEND')) / (await figureAt('CONVERSIONS')), 6);
  await page.reload();
  await page.getByRole('img', { name: /^CPA, / }).waitFor();
});
