import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { ask, flightline, goTo, newPerson, signedIn } from '../support/dashboard.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const changes = (page: Page) => page.getByRole('region', { name: 'What will change' });
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true });
const issueOf = (page: Page, label: string) =>
  dialog(page)
    .locator('.field', { has: page.getByText(label, { exact: true }) })
    .locator('.issue');
const save = async (page: Page, name = 'Save') => {
  await page.getByRole('button', { name, exact: true }).click();
};

it('a line is made with its first flight, refused at its fields until it is right, and opens paused', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/campaigns/1');
  await page.getByRole('button', { name: 'New line' }).click();
  await field(page, 'Bid').fill('much');
  await issueOf(page, 'Bid').getByText('Type a number with digits, as in 12.5.').waitFor();
  await field(page, 'Bid').fill('1.75');
  await issueOf(page, 'Name').waitFor();
  await field(page, 'Budget').fill('900');
  await field(page, 'Start').fill('');
  await issueOf(page, 'Start').waitFor();
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  expect(await violations(page)).toEqual([]);
  const run = dialog(page).getByRole('region', { name: 'What will run' });
  await run.getByText('No place: it cannot be activated without one.').waitFor();
  await run.getByText('Bids $1.75 per click, pacing even.').waitFor();
  await field(page, 'Name').fill('Line of the dashboard');
  await field(page, 'Start').fill('2031-02-01T00:00:00');
  await field(page, 'End').fill('2031-03-01T00:00:00');
  await changes(page).getByText('Line of the dashboard').waitFor();
  await save(page);
  await page.getByRole('heading', { level: 1, name: 'Line of the dashboard' }).waitFor();
  await page.getByRole('note').getByText('To go live, besides activating this line').waitFor();
  const { lines } = await ask<{ lines: { nodes: object[] } }>(
    page,
    `{ lines(filter: {query: "Line of the dashboard"}) { nodes {
      status bidPrice mediaType schedules { budget } campaign { databaseId } } } }`,
  );
  expect(lines.nodes).toEqual([
    {
      ...{ status: 'PAUSED', bidPrice: '1.75', mediaType: 'DISPLAY', campaign: { databaseId: 1 } },
      schedules: [{ budget: '900' }],
    },
  ]);
  expect(complaints).toEqual([]);
});

it('a campaign and a line are made from their lists, of an advertiser and a campaign that are chosen first', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/campaigns');
  await page.getByRole('button', { name: 'New campaign' }).click();
  await field(page, 'Advertiser').selectOption('Maison Lumière');
  await field(page, 'Name').fill('Campaign of the list');
  await field(page, 'Most per day').fill('150');
  await field(page, 'End').fill('2031-03-01T00:00:00');
  await changes(page).getByText('€150.00').waitFor();
  expect(await violations(page)).toEqual([]);
  await save(page);
  await page.getByRole('heading', { level: 1, name: 'Campaign of the list' }).waitFor();
  await page.getByText('Until Feb 28, 2031').waitFor();
  await page.getByRole('button', { name: 'Paused ▾' }).click();
  await dialog(page).getByRole('button', { name: 'Activate' }).click();
  await page.getByRole('button', { name: 'Active ▾' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Paused ▾' }).waitFor();
  await goTo(page, '/lines');
  await page.getByRole('button', { name: 'New line' }).click();
  await field(page, 'Campaign').selectOption('Campaign of the list (Maison Lumière)');
  await field(page, 'Name').fill('Line of the list');
  await field(page, 'Place').fill('France');
  await dialog(page).getByRole('button', { name: 'Target France' }).click();
  await changes(page).getByText('Line of the list').waitFor();
  await save(page);
  await page.getByRole('heading', { level: 1, name: 'Line of the list' }).waitFor();
  await page
    .getByRole('region', { name: 'Targeting' })
    .getByText(/France/)
    .first()
    .waitFor();
  const { campaigns } = await ask<{ campaigns: { nodes: object[] } }>(
    page,
    '{ campaigns(filter: { query: "Campaign of the list" }) { nodes { dailyBudget endDate lines { totalCount } } } }',
  );
  expect(campaigns.nodes).toEqual([
    { dailyBudget: '150', endDate: '2031-02-28T23:00:00.000Z', lines: { totalCount: 1 } },
  ]);
  expect(complaints).toEqual([]);
});

interface Copied {
  readonly line: {
    readonly status: string;
    readonly bidPrice: string;
    readonly schedules: readonly { readonly budget: string; readonly endDate: string }[];
    readonly targeting: { readonly geos: object[] };
    readonly ads: { readonly nodes: readonly object[] };
    readonly conversionRules: readonly object[];
  };
}

it('a line is duplicated with its targeting and ads, paused, and what is not copied is named', async () => {
  const { page, complaints } = await signedIn();
  const found = (id: string) =>
    ask<Copied>(
      page,
      `{ line(id: "${id}") { status bidPrice goalAmount pacingModeType isNativeEnabled schedules { budget startDate endDate }
        targeting { geos { woeid } } ads(first: 100) { nodes { status creativeId } } conversionRules { name pixelId } } }`,
    );
  const { line } = await found('1');
  await goTo(page, '/lines/1');
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await dialog(page)
    .getByText(/^Its targeting, .* come along\. Not copied: its history/)
    .waitFor();
  await changes(page).getByText('Copy of').waitFor();
  expect(await violations(page)).toEqual([]);
  await field(page, 'Name').fill('Second of its kind');
  await changes(page).getByText('Second of its kind').waitFor();
  await save(page);
  await page.getByRole('heading', { level: 1, name: 'Second of its kind' }).waitFor();
  const id = /lines\/(\d+)/.exec(page.url())?.[1] ?? '';
  const { line: copy } = await found(id);
  const isLeft = ({ endDate }: { endDate: string }) => Date.parse(endDate) > Date.now();
  // What runs begins tomorrow.
  const left = line.schedules.filter(isLeft).map((flight) => ({ ...flight, startDate: expect.any(String) }));
  expect(copy).toEqual({ ...line, status: 'PAUSED', schedules: left });
  expect(complaints).toEqual([]);
});

it('a campaign is duplicated with the lines that are chosen, their targeting and ads, all paused', async () => {
  const { page, complaints } = await signedIn();
  const linesOf = async (id: string) => {
    const { campaign } = await ask<{
      campaign: {
        status: string;
        budget: string;
        lines: { nodes: readonly { name: string; status: string; ads: object; targeting: object }[] };
      };
    }>(
      page,
      `{ campaign(id: "${id}") { status budget lines(first: 100, orderBy: { field: NAME }) { nodes {
        name status ads { totalCount } targeting { geos { woeid } } } } } }`,
    );
    return campaign;
  };
  const before = await linesOf('2');
  await goTo(page, '/campaigns/2');
  await page.getByRole('button', { name: 'Duplicate' }).click();
  const [left, ...others] = before.lines.nodes;
  await dialog(page)
    .getByLabel(left?.name ?? '')
    .first()
    .uncheck();
  await field(page, 'Name').fill('Second of the campaign');
  await changes(page).getByText('Second of the campaign').waitFor();
  expect(await violations(page)).toEqual([]);
  await save(page);
  await page.getByRole('heading', { level: 1, name: 'Second of the campaign' }).waitFor();
  const id = /campaigns\/(\d+)/.exec(page.url())?.[1] ?? '';
  const copy = await linesOf(id);
  expect(copy).toMatchObject({ status: 'PAUSED', budget: before.budget });
  expect(copy.lines.nodes).toEqual(others.map((line) => ({ ...line, status: 'PAUSED' })));
  expect(complaints).toEqual([]);
});

it('an ad is made with a creative that is made on the way, and again with the same one', async () => {
  const { page, complaints } = await signedIn(await newPerson('EDITOR'));
  await goTo(page, '/lines/2');
  await page.getByRole('button', { name: 'New ad' }).click();
  await page.getByRole('button', { name: 'New creative' }).click();
  await field(page, 'Landing page').fill('shoes');
  await issueOf(page, 'Name').waitFor();
  await issueOf(page, 'Landing page').waitFor();
  expect(await violations(page)).toEqual([]);
  await field(page, 'Name').fill('Creative of the dashboard');
  await field(page, 'Title').fill('Boots for <b>rain</b>');
  await field(page, 'Landing page').fill('https://boots.example/rain');
  await dialog(page).locator('.preview').getByText('Boots for <b>rain</b>').waitFor();
  await save(page, 'Save creative');
  await changes(page).waitFor();
  expect(await violations(page)).toEqual([]);
  await save(page);
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Ads' }).getByText('Boots for <b>rain</b>').waitFor();
  await page.getByRole('button', { name: 'New ad' }).click();
  // Nothing is chosen for anybody.
  expect(await dialog(page).locator('input:checked').count()).toBe(0);
  expect(await dialog(page).getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await dialog(page).getByRole('searchbox', { name: 'Find a creative' }).fill('of the dashboard');
  await dialog(page)
    .getByRole('list', { name: 'In this line' })
    .getByLabel(/Creative of the dashboard/)
    .check();
  await field(page, 'Status').selectOption('Inactive');
  await changes(page).getByText('INACTIVE').waitFor();
  await save(page);
  await dialog(page).waitFor({ state: 'detached' });
  const { ads, creatives } = await ask<Record<string, { nodes: object[] }>>(
    page,
    `{ ads(filter: {query: "Creative of the dashboard"}) { nodes { status line { databaseId } } }
      creatives(filter: {query: "Creative of the dashboard"}) { nodes { landingUrl } } }`,
  );
  expect(ads?.nodes).toEqual([
    { status: 'ACTIVE', line: { databaseId: 2 } },
    { status: 'INACTIVE', line: { databaseId: 2 } },
  ]);
  expect(creatives?.nodes).toEqual([{ landingUrl: 'https://boots.example/rain' }]);
  expect(complaints).toEqual([]);
});

it('the secondary category is one below the primary, and is chosen anew with another primary', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/advertisers/2');
  const stored = async () => {
    const { advertiser } = await ask<{ advertiser: object }>(
      page,
      '{ advertiser(id: "2") { iabCategoryId iabSecondaryCategoryId } }',
    );
    return advertiser;
  };
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await field(page, 'Category').selectOption('Automotive');
  await field(page, 'Secondary category').selectOption('Auto Body Styles');
  await changes(page).getByText('Secondary category').waitFor();
  await save(page);
  await dialog(page).waitFor({ state: 'detached' });
  expect(await stored()).toEqual({ iabCategoryId: 1, iabSecondaryCategoryId: 2 });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await field(page, 'Category').selectOption('Business and Finance');
  expect(await field(page, 'Secondary category').inputValue()).toBe('-1');
  await changes(page).getByText('Secondary category').waitFor();
  expect(await field(page, 'Secondary category').locator('option').allInnerTexts()).not.toContain(
    'Auto Body Styles',
  );
  await save(page);
  await dialog(page).waitFor({ state: 'detached' });
  expect(await stored()).toMatchObject({ iabSecondaryCategoryId: -1 });
  expect(complaints).toEqual([]);
});

it('a seat under a country’s legal compliance has billing contacts, which others do not show', async () => {
  const { seatId } = await flightline<{ seatId: number }>(
    ...['seat', 'create', '--name', 'Compliant', '--legal-compliance-country', 'IT'],
  );
  const { page, complaints } = await signedIn(await newPerson('EDITOR', seatId));
  await goTo(page, '/advertisers');
  await page.getByRole('button', { name: 'New advertiser' }).click();
  const group = (name: string) => page.getByRole('group', { name, exact: true });
  const fill = async (name: string, texts: Record<string, string>) => {
    for (const [label, text] of Object.entries(texts))
      await group(name).getByLabel(label, { exact: true }).fill(text);
  };
  await field(page, 'Name').fill('Billed');
  await field(page, 'Landing page').fill('https://billed.example');
  await field(page, 'Currency').selectOption('EUR');
  await field(page, 'Time zone').selectOption('Europe/London');
  await field(page, 'Category').selectOption({ index: 1 });
  const place = { 'Address line 1': 'Via Roma 1', City: 'Rome', Country: 'IT' };
  await fill('Contact', { ...place, Region: 'Lazio' });
  await changes(page).getByText('Billed', { exact: true }).waitFor();
  await fill('Billing contact', { City: 'Milan' });
  await group('Billing contact').getByText('First name must not be empty').waitFor();
  await fill('Billing contact', {
    ...place,
    'First name': 'Ada',
    'Last name': 'Rossi',
    Email: 'ada@b.example',
  });
  await group('Billing contact').getByLabel('Legal mandate confirmation').selectOption('Yes');
  await changes(page).getByText('Rossi').waitFor();
  await save(page);
  await page.getByRole('heading', { level: 1, name: 'Billed' }).waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await fill('Billing contact', { 'VAT number': 'IT123' });
  await changes(page).getByText('IT123').waitFor();
  expect(await violations(page)).toEqual([]);
  await save(page);
  await dialog(page).waitFor({ state: 'detached' });
  const { advertisers } = await ask<{ advertisers: { nodes: object[] } }>(
    page,
    `{ advertisers { nodes { billingContact {
      firstName lastName city vatNumber legalMandateConfirmation } contact { city } } } }`,
  );
  expect(advertisers.nodes).toEqual([
    {
      billingContact: {
        ...{ firstName: 'Ada', lastName: 'Rossi', city: 'Rome', vatNumber: 'IT123' },
        legalMandateConfirmation: true,
      },
      contact: { city: 'Rome' },
    },
  ]);
  const { page: other } = await signedIn();
  await goTo(other, '/advertisers/1');
  await other.getByRole('button', { name: 'Edit', exact: true }).click();
  await other.getByRole('group', { name: 'Contact', exact: true }).waitFor();
  expect(await other.getByRole('group', { name: 'Billing contact' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

it('two towns of one name are told apart, and a name is asked for once it is typed', async () => {
  const { page } = await signedIn();
  await goTo(page, '/lines/1');
  await page.getByRole('button', { name: 'Edit targeting' }).click();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { query = '', variables } = (request.postDataJSON() ?? {}) as Record<
      string,
      string & { text: string }
    >;
    if (query.includes('DashboardPlaces')) asked.push(variables?.text ?? '');
  });
  await page.getByLabel('Place', { exact: true }).pressSequentially('birmingham', { delay: 30 });
  const found = page.getByRole('region', { name: 'Find a place' });
  await found.getByText('Town in United Kingdom').first().waitFor();
  await found.getByText(/^Town in .*United States/).waitFor();
  expect(asked).toEqual(['birmingham']);
  await found.getByRole('button', { name: /^Target Birmingham, .*United States/ }).click();
  await dialog(page)
    .getByRole('region', { name: 'Targeted places' })
    .getByText(/United States/)
    .first()
    .waitFor();
});
