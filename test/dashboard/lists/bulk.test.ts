import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { ask, goTo, signedIn } from '../support/dashboard.ts';
import { delay, intercept, refuse } from '../support/intercept.ts';
import { shoot } from '../support/shots.ts';

interface Lines {
  readonly lines: {
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
    readonly nodes: readonly {
      id: string;
      name: string;
      targeting: { excludedGeos: { woeid: number }[] };
      schedules: { endDate: string }[];
    }[];
  };
}
type Nodes = Lines['lines']['nodes'];

/** All lines that a filter finds. */
async function linesOf(page: Page, filter: string): Promise<Nodes> {
  const all: Nodes[number][] = [];
  for (let after: string | null = null; ; ) {
    const { lines }: Lines = await ask<Lines>(
      page,
      `query ($after: String) { lines(first: 100, after: $after, filter: { ${filter} }) {
        pageInfo { hasNextPage endCursor }
        nodes { id name targeting { excludedGeos { woeid } } schedules { endDate } } } }`,
      { after },
    );
    all.push(...lines.nodes);
    if (!lines.pageInfo.hasNextPage) return all;
    after = lines.pageInfo.endCursor;
  }
}
const endsOf = (lines: Nodes) =>
  new Map(lines.map(({ id, schedules }) => [id, schedules.map(({ endDate }) => endDate).join()]));
/** `83 will change, 1 unchanged, 2 refused`: those that change, and those that are refused. */
const countsIn = (text: string): [number, number] => [
  Number(/^\d+/.exec(text)?.[0]),
  Number(/(\d+) refused/.exec(text)?.[1] ?? 0),
];
const boxes = (page: Page) => page.getByRole('checkbox', { name: /^Select (?!all)/ });
const dialogOf = (page: Page) => page.getByRole('dialog');
const choose = (page: Page, what: string) =>
  dialogOf(page).getByRole('combobox', { name: 'Change' }).selectOption(what);

it('with Shift all rows between two are chosen; the selection stays from page to page, is shown, and cleared', async () => {
  const { page } = await signedIn();
  await goTo(page, '/lines?sort=NAME');
  await boxes(page).nth(1).click();
  await boxes(page)
    .nth(4)
    .click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Edit 4 lines' }).waitFor();
  await boxes(page)
    .nth(3)
    .click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Edit 2 lines' }).waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.waitForFunction(() => location.hash.includes('after='));
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
  await boxes(page).first().click();
  await page.getByRole('button', { name: 'Edit 3 lines' }).waitFor();
  await page.getByRole('button', { name: '3 lines selected, 2 on other pages: show' }).click();
  expect(await dialogOf(page).getByRole('listitem').count()).toBe(3);
  expect(await violations(page)).toEqual([]);
  await dialogOf(page)
    .getByRole('button', { name: /^Remove / })
    .first()
    .click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Edit 2 lines' }).waitFor();
  await page.getByRole('button', { name: 'Clear the selection' }).click();
  expect(await page.getByRole('button', { name: /^Edit \d/ }).count()).toBe(0);
});

it('another filter lets the selection go, and rows that it may leave out cannot be selected', async () => {
  const { page } = await signedIn();
  await goTo(page, '/lines?sort=NAME');
  await boxes(page).nth(1).click();
  await page.getByRole('button', { name: 'Edit 1 line' }).waitFor();
  await page.getByRole('button', { name: 'Line', exact: true }).click();
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
  await page.getByRole('button', { name: 'Edit 1 line' }).waitFor();
  await intercept(page, 'query DashboardLines(', delay(1500));
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByRole('combobox', { name: 'Filter lines by pacing' }).selectOption('BEHIND');
  await page.locator('.stale').waitFor();
  expect(await boxes(page).first().isDisabled()).toBe(true);
  expect(await page.getByLabel('Select all on this page').isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: /^Edit \d/ }).count()).toBe(0);
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
  expect(await boxes(page).first().isEnabled()).toBe(true);
});

it('campaigns are paused and their budgets changed together, each with its own result, and that is undone', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/campaigns?sort=NAME&dir=asc');
  await boxes(page).first().click();
  await boxes(page)
    .nth(2)
    .click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Edit 3 campaigns' }).click();
  await choose(page, 'budget');
  await dialogOf(page).getByLabel('Percent', { exact: true }).fill('10');
  await dialogOf(page).getByText('3 will change').waitFor();
  expect(await violations(page)).toEqual([]);
  const names = await dialogOf(page).locator('ol.changes > li > strong').allInnerTexts();
  const stored = async () => {
    const { campaigns } = await ask<{ campaigns: { nodes: { budget: string; status: string }[] } }>(
      page,
      'query ($names: [String!]!) { campaigns(first: 10, filter: { name: { in: $names } }) { nodes { budget status } } }',
      { names },
    );
    return campaigns.nodes;
  };
  const before = await stored();
  const sum = (rows: typeof before) => rows.reduce((total, { budget }) => total + Number(budget), 0);
  await dialogOf(page).getByRole('button', { name: 'Apply' }).click();
  await dialogOf(page).getByText('Budgets of 3 campaigns changed.').waitFor();
  expect(sum(await stored()) / sum(before)).toBeCloseTo(1.1, 3);
  await dialogOf(page).getByRole('button', { name: 'Undo' }).click();
  await dialogOf(page).getByText('Undone for 3 campaigns.').waitFor();
  expect(await stored()).toEqual(before);
  await page.keyboard.press('Escape');
  expect(await page.getByRole('button', { name: /^Edit \d/ }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

/** Paused lines of a campaign of their own, more than one page and one call take. */
async function manyLines(page: Page, name: string): Promise<void> {
  const made = await ask<{ createCampaign: { campaign?: { id: string } } }>(
    page,
    `mutation { createCampaign(input: { advertiserId: 1, name: "${name}" }) {
      ... on CreateCampaignPayload { campaign { id } } } }`,
  );
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const inputs = Array.from({ length: 120 }, (_, at) => ({
    campaignId: made.createCampaign.campaign?.id,
    name: `${name} ${at + 1}`,
    bidPrice: 1,
    schedules: [{ startDate: day(-10), endDate: day(20), budget: 100 }],
  }));
  await ask(page, 'mutation ($inputs: [CreateLineInput!]!) { createLines(inputs: $inputs) { __typename } }', {
    inputs,
  });
}

it('all that match are changed beyond the page, in several calls; what is refused is listed first', async () => {
  const { page, complaints } = await signedIn();
  await manyLines(page, 'Zigzag');
  const filter = 'query: "zigzag"';
  const lines = await linesOf(page, filter);
  const before = endsOf(lines);
  const totalCount = before.size;
  expect(totalCount).toBe(120);
  await goTo(page, '/lines?q=zigzag');
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: `Select all ${totalCount} that match` }).click();
  await page.getByRole('button', { name: `Edit ${totalCount} lines` }).click();
  await choose(page, 'end');
  await dialogOf(page).getByLabel('Days', { exact: true }).fill('3');
  const heading = dialogOf(page).locator('h3', { hasText: /^\d+ will change/ });
  await heading.waitFor();
  const [will, refusedBefore] = countsIn(await heading.innerText());
  await dialogOf(page).getByRole('table', { name: 'Budgets by currency' }).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1440, 1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await shoot(page, `bulk-${width}-${colorScheme}`, {});
      const body = dialogOf(page).locator('.dialog-body');
      expect(await body.evaluate((each) => each.scrollWidth - each.clientWidth), `${width}`).toBe(0);
    }
  }
  expect(await violations(page)).toEqual([]);
  // Someone else is faster with one of them.
  const [first] = lines;
  expect(
    await ask(page, `mutation { updateLine(input: { id: "${first?.id}", bidPrice: "2" }) { __typename } }`),
  ).toEqual({ updateLine: { __typename: 'UpdateLinePayload' } });
  await dialogOf(page).getByRole('button', { name: 'Apply' }).click();
  await dialogOf(page)
    .getByText(/^Ends of \d+ lines changed\.$/)
    .waitFor();
  const done = dialogOf(page).locator('h3', { hasText: /^\d+ changed/ });
  const [changed, refused] = countsIn(await done.innerText());
  expect([changed, refused]).toEqual([will - 1, refusedBefore + 1]);
  expect(await dialogOf(page).locator('ol.changes .issue').count()).toBe(refused);
  const after = endsOf(await linesOf(page, filter));
  expect([...before].filter(([id, ends]) => after.get(id) !== ends).length).toBe(changed);
  await dialogOf(page).getByRole('button', { name: 'Undo' }).click();
  await dialogOf(page)
    .getByText(/^Undone for \d+ lines\.$/)
    .waitFor();
  expect(endsOf(await linesOf(page, filter))).toEqual(before);
  expect(complaints).toEqual([]);
});

it('a call that fails in the middle leaves what was changed, and goes on from there', async () => {
  const { page } = await signedIn();
  await manyLines(page, 'Zebra');
  const totalCount = 120;
  await goTo(page, '/lines?q=zebra');
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: `Select all ${totalCount} that match` }).click();
  await page.getByRole('button', { name: `Edit ${totalCount} lines` }).click();
  await choose(page, 'bid');
  await dialogOf(page).getByRole('combobox', { name: 'How' }).selectOption('add');
  await dialogOf(page).getByLabel('Amount', { exact: true }).fill('0.01');
  await dialogOf(page).getByText(`${totalCount} will change`).waitFor();
  let calls = 0;
  const stop = await intercept(page, 'mutation DashboardUpdateLines', (route) => {
    calls += 1;
    return calls === 2 ? refuse(500, 'An unexpected error occurred.')(route) : route.continue();
  });
  await dialogOf(page).getByRole('button', { name: 'Apply' }).click();
  await dialogOf(page).getByText(`100 of ${totalCount} changed.`).first().waitFor();
  await stop();
  await dialogOf(page).getByRole('button', { name: 'Continue' }).click();
  await dialogOf(page).getByText(`${totalCount} changed`, { exact: true }).waitFor();
  await dialogOf(page).getByRole('button', { name: 'Undo' }).click();
  await dialogOf(page).getByText(`Undone for ${totalCount} lines.`).waitFor();
});

it('a pace is shown once it is known what was spent, and a failure to read that is told', async () => {
  const { page } = await signedIn();
  await goTo(page, '/campaigns/2');
  await boxes(page).nth(0).check();
  await page.getByRole('button', { name: 'Edit 1 line' }).click();
  const stop = await intercept(page, 'query DashboardBulkBudgets', refuse(400, 'It cannot be read.'));
  await choose(page, 'budget');
  await dialogOf(page).getByLabel('Percent', { exact: true }).fill('10');
  await dialogOf(page).getByText('It cannot be read.').waitFor();
  const budgets = dialogOf(page).getByRole('table', { name: 'Budgets by currency' });
  expect(await budgets.count()).toBe(0);
  await stop();
  await dialogOf(page).getByRole('button', { name: 'Try again' }).click();
  await budgets.waitFor();
});

it('places are excluded for all selected lines, and that is undone', async () => {
  const { page } = await signedIn();
  await goTo(page, '/campaigns/2');
  const before = await linesOf(page, 'campaignId: { eq: 2 }');
  await boxes(page).nth(0).check();
  await boxes(page).nth(1).check();
  await page.getByRole('button', { name: 'Edit 2 lines' }).click();
  await choose(page, 'places');
  await dialogOf(page).getByRole('searchbox').fill('Iceland');
  await dialogOf(page)
    .getByRole('button', { name: /^Exclude Iceland/ })
    .first()
    .click();
  await dialogOf(page).getByText('2 will change').waitFor();
  expect(await violations(page)).toEqual([]);
  await dialogOf(page).getByRole('button', { name: 'Apply' }).click();
  await dialogOf(page).getByText('Places of 2 lines changed.').waitFor();
  const excluded = (lines: Nodes) => lines.flatMap(({ targeting }) => targeting.excludedGeos);
  expect(excluded(await linesOf(page, 'campaignId: { eq: 2 }')).length).toBe(excluded(before).length + 2);
  await dialogOf(page).getByRole('button', { name: 'Undo' }).click();
  await dialogOf(page).getByText('Undone for 2 lines.').waitFor();
  expect(excluded(await linesOf(page, 'campaignId: { eq: 2 }'))).toEqual(excluded(before));
});

it('a value that more than triples is pointed out, in bulk and in a single form; so is a campaign’s budget', async () => {
  const { page } = await signedIn();
  await goTo(page, '/lines/7');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialogOf(page).getByLabel('Bid', { exact: true }).fill('99');
  await dialogOf(page).getByText('More than three times as much').waitFor();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.keyboard.press('Escape');

  await ask(page, 'mutation { updateCampaign(input: { id: "2", budget: "1000" }) { __typename } }');
  try {
    await goTo(page, '/campaigns/2');
    await page.getByLabel('Select all on this page').check();
    await page.getByRole('button', { name: /^Edit \d+ lines/ }).click();
    await choose(page, 'budget');
    await dialogOf(page).getByLabel('Percent', { exact: true }).fill('900');
    await dialogOf(page)
      .getByText(/get more than three times as much/)
      .waitFor();
    await dialogOf(page)
      .getByText(/together\. The campaign may spend/)
      .waitFor();
    await shoot(page, 'bulk-exceeded', {});
    expect(await violations(page)).toEqual([]);
  } finally {
    await ask(page, 'mutation { updateCampaign(input: { id: "2", budget: null }) { __typename } }');
  }
});
