import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { ask, goTo, newPerson, signedIn } from '../support/dashboard.ts';

interface Listed {
  readonly lines: {
    readonly totalCount: number;
    readonly nodes: readonly {
      databaseId: number;
      name: string;
      status: string;
      campaign: { id: string };
      advertiser: { currency: string };
    }[];
  };
}
const NODES = 'totalCount nodes { databaseId name status campaign { id } advertiser { currency } }';
const BY_NAME = `{ lines(first: 50, orderBy: { field: NAME }) { ${NODES} } }`;
const PAUSED = '{ lines(filter: { status: PAUSED }) { totalCount } }';

const signOf = (currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency })
    .formatToParts(1)
    .find(({ type }) => type === 'currency')?.value ?? '';

it('lines of several campaigns are found in one list, and changed together', async () => {
  const { page } = await signedIn();
  const { lines } = await ask<Listed>(page, BY_NAME);
  const [one, ...others] = lines.nodes.filter(({ status }) => status === 'ACTIVE');
  const other = others.find(({ advertiser }) => advertiser.currency !== one?.advertiser.currency);
  if (!one || !other) throw new Error('The demo seat has active lines in one currency only.');
  const before = await ask<Listed>(page, PAUSED);

  await goTo(page, '/');
  await page.getByRole('link', { name: 'Lines', exact: true }).click();
  await page.getByRole('columnheader', { name: 'Line' }).getByRole('button').click();
  await page.locator('th[aria-sort=ascending]').waitFor();
  await page.getByText(`${lines.totalCount} total`).waitFor();
  for (const { databaseId } of [one, other])
    await page
      .locator('tr', { has: page.locator(`a[href$="/lines/${databaseId}"]`) })
      .getByRole('checkbox')
      .check();
  await page.getByRole('button', { name: 'Edit 2 lines' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Change' }).selectOption('bid');
  await dialog.getByLabel('Percent').fill('50');
  await dialog.getByText('2 will change').waitFor();
  // Each amount in the currency of its own advertiser.
  const preview = dialog.getByRole('region', { name: 'What will change' });
  for (const { name, advertiser } of [one, other])
    expect(await preview.getByRole('listitem').filter({ hasText: name }).innerText()).toContain(
      signOf(advertiser.currency),
    );
  await dialog.getByRole('combobox', { name: 'Change' }).selectOption('PAUSED');
  for (const { name } of [one, other]) await dialog.getByText(name).first().waitFor();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.getByText('2 changed').waitFor();
  const after = await ask<Listed>(page, PAUSED);
  expect(after.lines.totalCount).toBe(before.lines.totalCount + 2);
});

it('a link to a filtered list of lines shows the same lines, and a VIEWER selects none', async () => {
  const { page } = await signedIn(await newPerson('VIEWER'));
  await goTo(page, '/lines?status=PAUSED&sort=SPEND&dir=desc');
  const { lines } = await ask<Listed>(
    page,
    `{ lines(first: 50, filter: { status: PAUSED },
        orderBy: { delivery: { metric: SPEND, range: { preset: LAST_7_DAYS } }, direction: DESC }) { ${NODES} } }`,
  );
  const shown = page.getByRole('table', { name: 'Lines' }).locator('a[href*="/lines/"]');
  expect(await shown.allTextContents()).toEqual(lines.nodes.map(({ name }) => name));
  expect(await page.getByRole('checkbox').count()).toBe(0);
});

it('bid, flight and status of a line are changed in its row, after showing what that changes, and undone', async () => {
  const { page, complaints } = await signedIn();
  const stored = () =>
    ask<object>(page, '{ line(id: "4") { status bidPrice schedules { budget startDate endDate } } }');
  const before = await stored();
  await goTo(page, '/lines?sort=ID&dir=asc&columns=STATUS,PACING,BID_PRICE');
  const row = page.locator('tr', { has: page.locator('a[href$="/lines/4"]') });
  const dialog = page.getByRole('dialog');
  const save = async () => {
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  const undo = async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone for 1 line.').waitFor();
    expect(await stored()).toEqual(before);
  };
  await row.getByRole('button', { name: /edit bid/ }).click();
  await dialog.getByLabel('Bid', { exact: true }).fill('7.77');
  await dialog.getByRole('region', { name: 'What will change' }).getByText('7.77').waitFor();
  await save();
  await row.getByText('7.77').waitFor();
  await undo();
  await row.getByRole('button', { name: /edit flight/ }).press('Enter');
  await dialog.getByLabel('Budget', { exact: true }).fill('1');
  await dialog.getByText(/is spent already: with this budget it delivers no more/).waitFor();
  await dialog.getByRole('region', { name: 'What will change' }).getByText(/→/).waitFor();
  await save();
  await undo();
  await row.getByRole('button', { name: /edit status/ }).click();
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await row.getByText('Paused').waitFor();
  await undo();
  // Escape leaves everything as it is, and the focus where it was.
  await row.getByRole('button', { name: /edit bid/ }).press('Enter');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('cell-edit');
  expect(complaints).toEqual([]);
});

it('a list is saved as CSV with all rows that match, on whatever page, and the columns that are shown', async () => {
  const { page } = await signedIn();
  await goTo(page, '/lines?status=ACTIVE&columns=STATUS,BID_PRICE,SPEND');
  const total = Number(/^\d+/.exec(await page.getByText(/^\d+ total$/).innerText())?.[0]);
  expect(total).toBeGreaterThan(50);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^lines \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\.csv$/);
  const [head, ...rows] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(head?.replace('\uFEFF', '')).toBe(
    'ID,Line,Campaign,Advertiser,Status,Delivery blocker,Bid,Bid currency,Bid for,Spend (USD)',
  );
  expect(rows).toHaveLength(total);
  const first = page.getByRole('table', { name: 'Lines' }).locator('tbody tr').first();
  const spend = await first.locator('[data-metric=SPEND]').first().getAttribute('data-value');
  expect(rows[0]?.split(',').at(-1)).toBe(spend);
});

it('a reason for attention is a click away, and so is what costs without converting', async () => {
  const { page } = await signedIn();
  await goTo(page, '/lines');
  const chips = page.getByRole('region', { name: 'Attention', exact: true });
  const behind = chips.getByRole('button', { name: /^Behind/ });
  const count = Number(/\d+/.exec(await behind.innerText())?.[0]);
  await behind.click();
  await expect.poll(() => page.locator('tbody tr:has([type=checkbox])').count()).toBe(count);
  await behind.click();
  await page.waitForFunction(() => !location.hash.includes('alert='));
  await chips.getByRole('button', { name: 'Spend without conversions' }).click();
  await page.waitForFunction(() => location.hash.includes('where='));
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
  for (const each of await page.locator('tbody [data-metric=CONVERSIONS]').all())
    expect(await each.getAttribute('data-value')).toBe('0');
});
