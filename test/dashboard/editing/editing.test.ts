import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { ask, goTo, newPerson, signedIn } from '../support/dashboard.ts';

const lineOf = (page: Page, id: number) =>
  ask<{ line: Line }>(page, 'query ($id: ID!) { line(id: $id) { name status bidPrice updatedAt } }', {
    id: String(id),
  }).then(({ line }) => line);
interface Line {
  readonly name: string;
  readonly status: string;
  readonly bidPrice: string;
  readonly updatedAt: string;
}
const change = (page: Page, input: object) =>
  ask(page, 'mutation ($input: UpdateLineInput!) { updateLine(input: $input) { __typename } }', { input });

it('a line is paused from its page, and its history shows it', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/lines/1');
  await page.getByRole('button', { name: 'Active ▾' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Paused ▾' }).waitFor();
  const entry = page.getByRole('region', { name: 'History' }).getByRole('listitem').first();
  await entry.getByText('Paused').waitFor();
  expect(await entry.innerText()).toContain('Active');
  expect((await lineOf(page, 1)).status).toBe('PAUSED');
  await change(page, { id: '1', status: 'ACTIVE' });
  expect(complaints).toEqual([]);
});

it('a status that a line may not have says why, in the words of the service', async () => {
  const { page } = await signedIn();
  const made = await ask<{ createLine: { line: { databaseId: number } } }>(
    page,
    'mutation { createLine(input: {name: "Without a place", campaignId: "1"}) { ... on CreateLinePayload { line { databaseId } } } }',
  );
  await goTo(page, `/lines/${made.createLine.line.databaseId}`);
  await page.getByRole('button', { name: 'Paused ▾' }).click();
  await page
    .getByText(/geography/i)
    .first()
    .waitFor();
  expect(await page.getByRole('button', { name: 'Activate', exact: true }).isDisabled()).toBe(true);
  expect(await violations(page)).toEqual([]);
});

it('a form says as one types what is wrong and what would change, and stores nothing until it is saved', async () => {
  const { page } = await signedIn();
  const before = await lineOf(page, 2);
  await goTo(page, '/lines/2');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Bid', { exact: true }).fill('-3');
  const issue = page.locator('.issue');
  await issue.waitFor();
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Bid', { exact: true }).fill('2.5');
  await page.getByRole('region', { name: 'What will change' }).getByText('2.5').waitFor();
  expect(await lineOf(page, 2)).toEqual(before);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(Number((await lineOf(page, 2)).bidPrice)).toBe(2.5);
});

it('of two browsers that edit one line, the second sees the other change before it can save', async () => {
  const [{ page: first }, { page: second }] = [await signedIn(), await signedIn(await newPerson('EDITOR'))];
  for (const page of [first, second]) {
    await goTo(page, '/lines/3');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
  }
  await first.getByLabel('Name').fill('The first wins');
  await first.getByRole('button', { name: 'Save' }).click();
  await first.getByRole('dialog').waitFor({ state: 'detached' });
  await second.getByLabel('Bid', { exact: true }).fill('4.25');
  await second.getByText('Changed by someone else').waitFor();
  await second.getByText('The first wins').first().waitFor();
  // Also after what the first one saved was read.
  await second.waitForTimeout(1500);
  await second.getByText('Changed by someone else').waitFor();
  expect(await second.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  // Who it was and when, by one's own clock.
  const both = second.getByRole('region', { name: 'Someone else made changes' });
  await both.getByText(/^By .+, \w+ \d+, \d{4}, .+M UTC$/).waitFor();
  await second.getByText(/Line was changed at \w+ \d+, \d{4}/).waitFor();
  await second.getByRole('button', { name: 'Keep my changes' }).click();
  await second.getByRole('button', { name: 'Save' }).click();
  await second.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await lineOf(second, 3)).toMatchObject({ name: 'The first wins' });
  expect(Number((await lineOf(second, 3)).bidPrice)).toBe(4.25);
});

it('several lines are changed at once, with each one’s result before and after', async () => {
  const { page } = await signedIn();
  const { campaign } = await ask<{ campaign: { lines: { nodes: (Line & { id: string })[] } } }>(
    page,
    '{ campaign(id: "2") { lines(first: 2, orderBy: {field: NAME}) { nodes { id name status bidPrice updatedAt } } } }',
  );
  const [one, other] = campaign.lines.nodes;
  await goTo(page, '/campaigns/2');
  for (const line of [one, other]) await page.getByLabel(`Select ${line?.name}`).first().check();
  await page.getByRole('button', { name: 'Edit 2 lines' }).click();
  await page.getByLabel('Change').selectOption('Change the bid');
  await page.getByLabel('Percent', { exact: true }).fill('100');
  await page.getByText('2 will change').waitFor();
  // Each with what it is and what it will be.
  const preview = page.getByRole('region', { name: 'What will change' }).getByRole('listitem');
  for (const line of [one, other]) {
    const { name = '', bidPrice = '' } = line ?? {};
    const said = (await preview.filter({ hasText: name }).locator('dl').innerText()).split(
      /\s+(?:→\s+became\s+)?/,
    );
    expect(said).toEqual(['Bid', ...[1, 2].map((times) => `$${(Number(bidPrice) * times).toFixed(2)}`)]);
  }
  // Someone else is faster with one of them.
  await change(page, { id: other?.id, name: 'Changed meanwhile' });
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('1 changed, 1 refused').waitFor();
  expect(await violations(page)).toEqual([]);
});

it('lines that a change leaves as they are are not counted among those that will change', async () => {
  const { page } = await signedIn();
  await goTo(page, '/campaigns/3');
  const rows = page.getByRole('table', { name: 'Lines' }).locator('tbody tr');
  const paused = await rows.filter({ hasText: 'Paused' }).count();
  expect(paused).toBeGreaterThan(0);
  await page.getByLabel('Select all on this page').check();
  const all = await rows.count();
  await page.getByRole('button', { name: /^Edit \d+ lines/ }).click();
  await page.getByLabel('Change', { exact: true }).selectOption('Pause');
  await page.getByText(`${all - paused} will change, ${paused} unchanged`, { exact: true }).waitFor();
});

it('lines that leave the list as they are paused keep their results in sight', async () => {
  const { page } = await signedIn();
  await goTo(page, '/campaigns/3?status=ACTIVE');
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: /^Edit \d+ lines?$/ }).click();
  // Nothing is chosen yet: one tap changes nothing.
  expect(await page.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
  await page.getByLabel('Change', { exact: true }).selectOption('Pause');
  await page.getByText(/^\d+ will change/).waitFor();
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText(/^\d+ changed$/).waitFor();
  await page.getByText('No lines match.').waitFor({ state: 'attached' });
  await page.getByText(/^\d+ changed$/).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('Filter lines by status').selectOption('Paused');
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: /^Edit \d+ lines?$/ }).click();
  await page.getByLabel('Change').selectOption('Activate');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText(/\d+ changed/).waitFor();
});

it('an ad is switched off from its page, which shows it as people see it', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/lines/1');
  const [first] = await page.getByRole('region', { name: 'Ads' }).getByRole('link').all();
  await first?.click();
  await page.getByRole('region', { name: 'Preview' }).getByText('Sponsored').waitFor();
  await page.getByRole('table', { name: 'Breakdown by ad' }).locator('.current-part').waitFor();
  await page.getByRole('button', { name: 'Active ▾' }).click();
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('button', { name: 'Inactive ▾' }).waitFor();
  await page.getByRole('region', { name: 'History' }).getByText('INACTIVE').first().waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Active ▾' }).waitFor();
  expect(complaints).toEqual([]);
});

it('an ad gets another creative and a flight of its own in its form, and both are undone', async () => {
  const { page, complaints } = await signedIn();
  const stored = () =>
    ask<{ ad: { creativeId: string; schedules: object[] } }>(
      page,
      '{ ad(id: "3") { creativeId schedules { startDate endDate } } }',
    );
  const before = await stored();
  await goTo(page, '/ads/3');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { checked: false }).first().check();
  await dialog.getByRole('button', { name: 'Add flight' }).click();
  await dialog.getByLabel('End').last().fill('2031-03-01T00:00:00');
  await page.getByRole('region', { name: 'What will change' }).getByText('Creative').first().waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { ad } = await stored();
  expect(ad.creativeId).not.toBe(before.ad.creativeId);
  expect(ad.schedules).toHaveLength(before.ad.schedules.length + 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone for 1 ad.').waitFor();
  expect(await stored()).toEqual(before);
  expect(complaints).toEqual([]);
});

it('bids are drawn over several hours, set by day parts, and stand beside what each hour delivered', async () => {
  const { page } = await signedIn();
  await goTo(page, '/lines/2');
  await page.locator('details:has(.grid)').evaluate((all) => all.setAttribute('open', ''));
  const hour = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}:00, factor`) });
  await page.getByLabel('Factor', { exact: true }).fill('2');
  await hour('Mon 9').hover();
  await page.mouse.down();
  await hour('Tue 10').hover();
  await page.mouse.up();
  await page.getByRole('button', { name: 'Save 4 hours' }).waitFor();
  await hour('Fri 20').click();
  await hour('Sat 21').click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Save 8 hours' }).waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Nights' }).click();
  await page.getByRole('button', { name: 'Save 42 hours' }).waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByLabel('Figure in each hour').selectOption('Clicks');
  const figures = page.locator('.cell-figure');
  await figures.first().waitFor();
  const shown = await figures.evaluateAll((all) =>
    all.reduce((sum, each) => sum + Number((each as HTMLElement).dataset.value), 0),
  );
  const clicks = page.locator('.tile [data-metric=CLICKS]').first();
  // The days of the tiles are those of the seat’s zone, the hours those of the advertiser’s.
  expect(shown / Number(await clicks.getAttribute('data-value'))).toBeCloseTo(1, 0);
  expect(await violations(page)).toEqual([]);
});

it('bids of hours are set in a grid and kept', async () => {
  const { page } = await signedIn();
  await goTo(page, '/lines/4');
  await page.locator('details:has(.grid)').evaluate((all) => all.setAttribute('open', ''));
  await page.getByLabel('Factor', { exact: true }).fill('2');
  await page.getByRole('button', { name: 'Mon 9:00, factor 1' }).click();
  // From hour to hour by keyboard.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save 2 hours' }).click();
  await page.getByRole('button', { name: 'Save 2 hours' }).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Mon 9:00, factor 2' }).waitFor();
});

it('a report is built, refused at once where it cannot be, and its rows are read', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/reports/new');
  const measured = ['Impressions', 'Clicks', 'Spend'];
  for (const name of measured) await page.getByLabel(name, { exact: true }).uncheck();
  await page.locator('form .note.bad').waitFor();
  expect(await page.getByRole('button', { name: 'Run' }).isDisabled()).toBe(true);
  for (const name of measured) await page.getByLabel(name, { exact: true }).check();
  await page.locator('form .note.bad').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Run' }).click();
  const link = page.getByRole('link', { name: 'Download CSV' });
  await link.waitFor();
  const table = page.getByRole('region', { name: 'Table of rows' });
  await table.getByText('Northwind Outdoor').first().waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(await readFile(await download.path(), 'utf8')).toContain('Northwind Outdoor');
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

it('a report of chosen days asks for them, and has the rows of these days alone', async () => {
  const { page } = await signedIn();
  await goTo(page, '/reports/new');
  await page.getByLabel('Range').selectOption('Custom');
  await page.locator('form .note.bad').first().waitFor();
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('First day').fill(day);
  await page.getByLabel('Last day').fill(day);
  await page.getByLabel('Dimension').selectOption('Advertiser');
  await page.getByLabel('Values of the filter').fill('Northwind Outdoor');
  await page.locator('.value-search li').first().click();
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('heading', { level: 1, name: `${day} to ${day}` }).waitFor();
  const table = page.getByRole('region', { name: 'Table of rows' });
  await table.getByText('Northwind Outdoor').waitFor();
  expect(await table.locator('table').getAttribute('aria-rowcount')).toBe('2');
});

const BROWSER_ZONE = 'Pacific/Pago_Pago';

it('the days of flights are those of the advertiser’s zone, which is shown', async () => {
  // Ahead of the browser's clock by four hours or more, so that midnight is the day before there.
  const { page } = await signedIn(undefined, { timezoneId: BROWSER_ZONE });
  const { line } = await ask<{
    line: { advertiser: { timezone: string }; schedules: { startDate: string; endDate: string }[] };
  }>(page, '{ line(id: "5") { advertiser { timezone } schedules { startDate endDate } } }');
  const { timezone: timeZone } = line.advertiser;
  const [{ startDate = '', endDate = '' } = {}] = line.schedules;
  const day = (iso: string, zone: string) =>
    new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: zone }).format(new Date(iso));
  expect(day(startDate, timeZone)).not.toBe(day(startDate, BROWSER_ZONE));
  // A flight ends before its end: of one that ends at midnight, the day before is the last.
  const last = new Date(Date.parse(endDate) - 1).toISOString();
  const shown = `${day(startDate, timeZone)} – ${day(last, timeZone)}`;
  await goTo(page, '/lines/5');
  const flights = page.getByRole('region', { name: 'Flights' });
  await flights.getByText(shown).first().waitFor();
  await flights.getByText(timeZone).first().waitFor();
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').last().click();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('dialog').getByLabel('Flight', { exact: true }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('region', { name: 'Table of Lines' }).getByText(shown).first().waitFor();
});
