import { writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violations } from './support/axe.ts';
import { ask, goTo, signedIn } from './support/dashboard.ts';
import { PAGES } from './support/pages.ts';
import { compressed } from './support/picture.ts';
import { SHOTS, shoot } from './support/shots.ts';

const WIDTHS = { 390: 844, 1280: 900, 2560: 1440 };
/** Of the README and the documentation, where they are copied to by hand. */
const PICTURES = ['overview', 'line'];

/** Goes to a page of other content: until that is there, the page before is what would be measured. */
async function leaveFor(page: Page, route: string): Promise<void> {
  const content = page.locator('#content');
  const before = await content.innerText();
  const isThere = (new URL(page.url()).hash.slice(1) || '/') === route;
  await goTo(page, route);
  if (isThere) return;
  await expect.poll(() => content.innerText()).not.toBe(before);
  await goTo(page, route);
}

describe.each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
  it.each(Object.entries(WIDTHS))(
    'every page fits %s pixels and has nothing that axe objects to',
    async (width, height) => {
      const { page, complaints } = await signedIn(undefined, {
        colorScheme,
        viewport: { width: Number(width), height },
      });
      const found: string[] = [];
      for (const [name, route] of Object.entries(PAGES)) {
        await leaveFor(page, route);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (overflow > 0) found.push(`${name}: ${overflow} px too wide`);
        for (const violation of await violations(page)) found.push(`${name}: ${violation}`);
        const shot = `${name}-${width}-${colorScheme}`;
        await shoot(page, shot);
        if (PICTURES.includes(name) && width === '1280')
          await writeFile(`${SHOTS}/${shot}.webp`, await compressed(page, await page.screenshot()));
      }
      expect(found).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );
});

it('an address of what the seat does not have says so, and has nothing else', async () => {
  const { page } = await signedIn();
  for (const [route, what] of [
    ['/lines/99999', 'line 99999'],
    ['/ads/99999', 'ad 99999'],
    ['/campaigns/99999', 'campaign 99999'],
    ['/advertisers/99999', 'advertiser 99999'],
    ['/library/creatives/99999', 'creative 99999'],
  ] as const) {
    await goTo(page, route);
    await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
    await page.getByText(`This seat has no ${what}.`).waitFor();
    expect(await page.locator('.widget').count()).toBe(0);
  }
});

/** Documents that a page asks for: its frame, where the data begin and end, and what it shows, each part by itself. */
const MOST_ASKED: Record<keyof typeof PAGES, number> = {
  ...{ overview: 8, advertisers: 4, campaigns: 4, lines: 4, ads: 3 },
  ...{ advertiser: 9, campaign: 9, line: 8, ad: 8 },
  ...{ creatives: 5, creative: 4, deals: 3, 'native-lists': 3, audiences: 5, 'product-sets': 3 },
  ...{ reports: 2, 'new-report': 2, pixels: 3, events: 4, webhooks: 2, history: 3, clients: 2, settings: 6 },
};

it.each(Object.entries(PAGES) as [keyof typeof PAGES, string][])(
  'the page %s asks GraphQL nothing twice, and no more than it needs',
  async (name, route) => {
    const { page } = await signedIn();
    await goTo(page, route);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { query = '', variables } = request.url().endsWith('/graphql') ? request.postDataJSON() : {};
      const [, name] = /^\s*query (\w+)/m.exec(query) ?? [];
      // What is read every two seconds is no part of the load.
      if (name && name !== 'DashboardEventRate') asked.push(`${name} ${JSON.stringify(variables)}`);
    });
    await page.reload();
    await goTo(page, new URL(page.url()).hash.slice(1));
    // Some parts ask once others have their answers.
    await page.waitForTimeout(500);
    expect(asked).toContainEqual(expect.stringContaining('DashboardShell '));
    expect(asked).toEqual([...new Set(asked)]);
    expect(asked.length, asked.join()).toBeLessThanOrEqual(MOST_ASKED[name]);
  },
);

it('a link shows the same view: filters, order and page stand in the address', async () => {
  const { page } = await signedIn();
  await goTo(page, '/advertisers');
  await page.getByRole('columnheader', { name: 'Advertiser' }).getByRole('button').click();
  await page.getByLabel('Filter advertisers by name').fill('a');
  await page.getByText('Casa Verde').waitFor();
  const rows = () => page.locator('tbody tr').allInnerTexts();
  await page.waitForFunction(() => location.hash.includes('sort=NAME') && location.hash.includes('q=a'));
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
  const before = await rows();
  await page.reload();
  await expect.poll(rows).toEqual(before);
});

it('filters show what their address says, also after Back, and are not overtaken by it', async () => {
  const { page } = await signedIn();
  await goTo(page, '/advertisers?q=casa');
  await goTo(page, '/advertisers?q=north');
  const box = page.getByLabel('Filter advertisers by name');
  expect(await box.inputValue()).toBe('north');
  await page.goBack();
  await expect.poll(() => box.inputValue()).toBe('casa');
  await box.fill('');
  await box.pressSequentially('northwind');
  await page.waitForFunction(() => location.hash.includes('q=northwind'));
  expect(await box.inputValue()).toBe('northwind');
});

it('the history is narrowed to a field, a user and a resource, and its address keeps that', async () => {
  const { page } = await signedIn();
  await ask(
    page,
    'mutation { updateLine(input: {id: "6", name: "Renamed for its history"}) { __typename } }',
  );
  await ask(page, 'mutation { updateLine(input: {id: "6", bidPrice: "3.21"}) { __typename } }');
  await goTo(page, '/history?resource=Line&id=6');
  const changes = page.getByRole('region', { name: 'Changes to Line 6' });
  await changes.getByText('3.21').waitFor();
  await changes.locator('li, tr').getByText('Bid', { exact: true }).first().waitFor();
  await changes.getByLabel('Field').selectOption('Name');
  await changes.getByText('3.21').waitFor({ state: 'detached' });
  await changes.getByRole('insertion').getByText('Renamed for its history').waitFor();
  await page.reload();
  await changes.getByRole('insertion').getByText('Renamed for its history').waitFor();
  expect(await changes.getByText('3.21').count()).toBe(0);
  // By the name that it has on the page, too.
  await changes.getByLabel('Field').selectOption('Bid');
  await changes.getByText('3.21').waitFor();
  await changes.getByRole('insertion').getByText('Renamed for its history').waitFor({ state: 'detached' });
  await goTo(page, '/history?resource=Line&id=6&user=2000000000');
  await changes.getByText('No changes match.').waitFor();
});
