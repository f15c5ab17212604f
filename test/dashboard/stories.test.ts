import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ask, goTo, served, signedIn, tokenOf } from './support/dashboard.ts';

/**
 * What a buyer does, with the clicks that it takes. A field that is chosen from costs two: it is opened, and a value
 * chosen. Why spend dropped, who changed a bid, and a weekly report for a colleague are counted where they are tested.
 */
function clicker() {
  let clicks = 0;
  return {
    count: () => clicks,
    on: (target: Locator, options: Parameters<Locator['click']>[0] = {}) => {
      clicks += 1;
      return target.click(options);
    },
    choose: (field: Locator, value: string) => {
      clicks += 2;
      return field.selectOption(value);
    },
    type: async (field: Locator, text: string) => {
      clicks += 1;
      await field.click();
      await field.fill(text);
    },
  };
}

const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });
const settled = (page: Page) =>
  page.waitForFunction(() => document.querySelector('[aria-busy=true], .waiting') === null);

interface AdDelivery {
  readonly ads: {
    readonly nodes: readonly {
      readonly name: string;
      readonly delivery: { readonly spend: { readonly amount: string }; readonly conversions: number };
    }[];
  };
}

it('ads that cost and sell nothing are found in at most six clicks', async () => {
  const { page } = await signedIn();
  const { ads } = await ask<AdDelivery>(
    page,
    `{ ads(first: 100, orderBy: { direction: DESC, delivery: { metric: SPEND, range: { preset: LAST_30_DAYS } } }) {
      nodes { name delivery(range: { preset: LAST_30_DAYS }, currency: "USD") { spend { amount } conversions } } } }`,
  );
  const costly = ads.nodes.filter(({ delivery }) => Number(delivery.spend.amount) > 100);
  const wasted = costly.filter(({ delivery }) => delivery.conversions === 0).map(({ name }) => name);
  expect(wasted.length).toBeGreaterThan(0);
  expect(wasted.length).toBeLessThan(costly.length);
  const click = clicker();
  await goTo(page, '/');
  await click.on(menu(page, 'Ads'));
  const table = page.getByRole('table', { name: 'Ads' });
  await table.waitFor();
  await click.choose(page.getByLabel('Range', { exact: true }), 'LAST_30_DAYS');
  await settled(page);
  // The largest first, then the smallest.
  const head = table.getByRole('columnheader', { name: 'ROAS' }).getByRole('button');
  await click.on(head);
  await settled(page);
  await click.on(head);
  await settled(page);
  const shown = await table.locator('tbody tr td:nth-child(2) a:first-child').allInnerTexts();
  expect(shown.slice(0, wasted.length).sort()).toEqual([...wasted].sort());
  expect(click.count()).toBeLessThanOrEqual(6);
});

it('what does not deliver is found with its reason in at most three clicks', async () => {
  const { page } = await signedIn();
  const click = clicker();
  await goTo(page, '/');
  // The most urgent come first: whatever is blocked, and then what has no budget left.
  const reason = page.getByRole('link', { name: /^(Blocked|Budget spent)/ });
  await click.on(page.getByRole('list', { name: 'Lines by reason' }).locator(reason).first());
  const table = page.getByRole('table', { name: 'Lines' });
  await table.waitFor();
  await settled(page);
  const heads = await table.getByRole('columnheader').allInnerTexts();
  const at = heads.findIndex((head) => head.includes('Status'));
  const told = await table.locator(`tbody tr td:nth-child(${at + 1})`).allInnerTexts();
  expect(told.length).toBeGreaterThan(0);
  // The status, and the reason below it.
  for (const text of told) expect(text).toMatch(/\n\S/);
  // The reason in words, with the button that cures it.
  await click.on(table.locator('tbody a[href*="/lines/"]').first());
  await page.getByRole('note').getByText('This line is not delivering').waitFor();
  expect(click.count()).toBeLessThanOrEqual(3);
});

/** The rows from one to another, with Shift. */
async function selectRows(click: ReturnType<typeof clicker>, page: Page, count: number) {
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  await click.on(boxes.first());
  await click.on(boxes.nth(count - 1), { modifiers: ['Shift'] });
}

it('twelve lines are paused in at most fourteen clicks, and that is undone with one', async () => {
  const { page } = await signedIn();
  const count = (status: string) =>
    ask<{ lines: { totalCount: number } }>(page, `{ lines(filter: { status: ${status} }) { totalCount } }`);
  const counts = async () =>
    Promise.all(['ACTIVE', 'PAUSED'].map(async (each) => (await count(each)).lines.totalCount));
  const before = await counts();
  const [active = 0, paused = 0] = before;
  const click = clicker();
  await goTo(page, '/');
  await click.on(menu(page, 'Lines'));
  await page.getByRole('table', { name: 'Lines' }).waitFor();
  await click.choose(page.getByLabel('Filter lines by status'), 'ACTIVE');
  await page.waitForFunction(() => location.hash.includes('status=ACTIVE'));
  await settled(page);
  await selectRows(click, page, 12);
  await click.on(page.getByRole('button', { name: 'Edit 12 lines' }));
  const dialog = page.getByRole('dialog');
  await click.choose(dialog.getByRole('combobox', { name: 'Change' }), 'PAUSED');
  await dialog.getByText('12 will change').waitFor();
  await click.on(dialog.getByRole('button', { name: 'Apply' }));
  await dialog.getByText('12 lines paused.').waitFor();
  expect(click.count()).toBeLessThanOrEqual(14);
  expect(await counts()).toEqual([active - 12, paused + 12]);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await dialog.getByText('Undone for 12 lines.').waitFor();
  expect(await counts()).toEqual(before);
});

interface Budgets {
  readonly lines: {
    readonly nodes: readonly {
      readonly name: string;
      readonly schedules: readonly {
        readonly budget: string | null;
        readonly startDate: string;
        readonly endDate: string;
      }[];
    }[];
  };
}

it('the budgets of five lines grow by 10 % in at most eight clicks', async () => {
  const { page } = await signedIn();
  const click = clicker();
  await goTo(page, '/');
  await click.on(menu(page, 'Lines'));
  await page.getByRole('table', { name: 'Lines' }).waitFor();
  await settled(page);
  await selectRows(click, page, 5);
  await click.on(page.getByRole('button', { name: 'Edit 5 lines' }));
  const dialog = page.getByRole('dialog');
  await click.choose(dialog.getByRole('combobox', { name: 'Change' }), 'budget');
  await click.type(dialog.getByLabel('Percent', { exact: true }), '10');
  await dialog.getByText('5 will change').waitFor();
  const sums = dialog.getByRole('table', { name: 'Budgets by currency' });
  await sums.getByText('→').first().waitFor();
  const names = await dialog.locator('ol.changes > li > strong').allInnerTexts();
  const budgets = async () => {
    const { lines } = await ask<Budgets>(
      page,
      'query ($names: [String!]!) { lines(first: 100, filter: { name: { in: $names } }) { nodes { name schedules { budget startDate endDate } } } }',
      { names },
    );
    const open = lines.nodes.flatMap(({ schedules }) =>
      // Those that run: the ones to come keep their budgets.
      schedules.filter(
        ({ startDate, endDate }) => Date.parse(startDate) <= Date.now() && Date.parse(endDate) > Date.now(),
      ),
    );
    return open.reduce((sum, { budget }) => sum + Number(budget), 0);
  };
  const before = await budgets();
  await click.on(dialog.getByRole('button', { name: 'Apply' }));
  await dialog.getByText('Budgets of 5 lines changed.').waitFor();
  expect(click.count()).toBeLessThanOrEqual(8);
  expect((await budgets()) / before).toBeCloseTo(1.1, 3);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await dialog.getByText('Undone for 5 lines.').waitFor();
  expect(await budgets()).toBeCloseTo(before, 2);
});

it('line 84 is found by keyboard: a key, its number, and Enter', async () => {
  const { page } = await signedIn();
  const { line } = await ask<{ line: { name: string } }>(page, '{ line(id: "84") { name } }');
  await goTo(page, '/');
  await page.keyboard.press('/');
  await page.keyboard.type('84');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: line.name }).waitFor();
  expect(page.url()).toMatch(/#\/lines\/84\b/);
});

it('the health of all pixels is seen in at most three clicks, with the reasons for refusals', async () => {
  const { page } = await signedIn();
  const click = clicker();
  await goTo(page, '/');
  await click.on(menu(page, 'Pixels'));
  const rows = page.getByRole('table', { name: 'Pixels' }).locator('tbody tr');
  await rows.first().waitFor();
  // The worst is the first, and says how much of what was sent is refused.
  expect(await rows.first().innerText()).toMatch(/\d+(\.\d+)?%/);
  const reasons = page.getByRole('table', { name: 'Reasons for refusals' }).locator('tbody tr');
  await expect.poll(() => reasons.count()).toBeGreaterThan(2);
  expect(click.count()).toBeLessThanOrEqual(3);
});

it('a page of one’s own comes from the query behind a panel, as it was copied', async () => {
  const { page } = await signedIn();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await goTo(page, '/');
  const spend = await page.locator('.tile [data-metric=SPEND]').first().getAttribute('data-value');
  const click = clicker();
  await click.on(page.getByRole('button', { name: 'More for Delivery' }));
  await click.on(page.getByRole('button', { name: 'Show the query' }).first());
  await click.on(page.getByRole('button', { name: 'Copy request' }));
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const body = await page.evaluate(() => navigator.clipboard.readText());
  expect(click.count()).toBeLessThanOrEqual(3);
  // Anywhere else, with a token of an API client.
  const token = await tokenOf();
  const response = await fetch(`${served.origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body,
  });
  const { data } = (await response.json()) as {
    data: { now: { totals: { spend: { amount: string } } } };
  };
  expect(data.now.totals.spend.amount).toBe(spend);
});
