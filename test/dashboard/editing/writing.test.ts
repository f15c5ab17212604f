import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ask, goTo, signedIn } from '../support/dashboard.ts';
import { intercept } from '../support/intercept.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const changes = (page: Page) => page.getByRole('region', { name: 'What will change' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Of people, the second click comes after a quick answer; of programs, before React has drawn the first. */
const PACES = [0, 120];
const doubleClick = async (page: Page, name: string, delay: number) => {
  await button(page, name).evaluate((each: HTMLButtonElement, delay) => {
    each.click();
    if (delay === 0) each.click();
    else setTimeout(() => each.click(), delay);
  }, delay);
};
/** The names of the mutations that are sent to be stored. */
function writesOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { query = '', variables } = request.postDataJSON() ?? {};
    const [, name] = /mutation (\w+)/.exec(query) ?? [];
    if (name && !variables.validateOnly) sent.push(name);
  });
  return sent;
}
const countOf = async (page: Page, name: string): Promise<number> => {
  const { campaigns } = await ask<{ campaigns: { totalCount: number } }>(
    page,
    'query ($query: String) { campaigns(filter: {query: $query}) { totalCount } }',
    { query: name },
  );
  return campaigns.totalCount;
};
const fillCampaign = async (page: Page, name: string) => {
  await goTo(page, '/advertisers/1');
  await button(page, 'New campaign').click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await changes(page).getByText(name).waitFor();
};

it('a double-click on Apply changes lines once, and says what became of them', async () => {
  const { page } = await signedIn();
  const sent = writesOf(page);
  await goTo(page, '/campaigns/4');
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: /^Edit \d+ lines$/ }).click();
  await page.getByLabel('Change').selectOption('Change the bid');
  await page.getByLabel('Percent', { exact: true }).fill('seven');
  await dialog(page).getByText('Enter a number of percent').waitFor();
  await page.getByLabel('Percent', { exact: true }).fill('7,5 %');
  await page.getByText(/^\d+ will change$/).waitFor();
  await doubleClick(page, 'Apply', 0);
  await page.getByText(/^\d+ changed$/).waitFor();
  await page.waitForTimeout(300);
  expect(await dialog(page).getByText('refused').count()).toBe(0);
  expect(sent).toEqual(['DashboardUpdateLines']);
});

it.each(PACES)('a second click on Save after %i ms creates nothing twice', async (delay) => {
  const { page } = await signedIn();
  const name = `Clicked twice ${delay}`;
  await fillCampaign(page, name);
  // The page of the new campaign takes a moment to load.
  await page.route('**/*campaign*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await doubleClick(page, 'Save', delay);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  expect(await countOf(page, name)).toBe(1);
});

it.each(PACES)('a second click after %i ms makes one client, saves and runs one report', async (delay) => {
  const { page } = await signedIn();
  const sent = writesOf(page);
  await goTo(page, '/clients');
  await button(page, 'New client').click();
  await doubleClick(page, 'Create', delay);
  await page.getByText('Copy the secret now').waitFor();
  await goTo(page, '/reports/new');
  await page.getByLabel('Save as').fill(`Saved ${delay}`);
  await page.locator('button:enabled', { hasText: 'Save' }).waitFor();
  await doubleClick(page, 'Save', delay);
  await page.getByRole('row', { name: `Saved ${delay}` }).waitFor();
  await doubleClick(page, `Run Saved ${delay}`, delay);
  await page.getByRole('link', { name: 'Download CSV' }).waitFor();
  expect(sent).toEqual(['DashboardCreateClient', 'DashboardSaveReport', 'DashboardCreateReport']);
});

it('a retry after a lost answer creates nothing twice', async () => {
  const { page } = await signedIn();
  await fillCampaign(page, 'Answer lost');
  const stop = await intercept(page, 'DashboardCreateCampaign', async (route) => {
    if (!route.request().postData()?.includes('"validateOnly":false')) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await button(page, 'Save').click();
  await dialog(page).getByText('The service cannot be reached.').waitFor();
  await stop();
  await button(page, 'Save').click();
  await page.getByRole('heading', { level: 1, name: 'Answer lost' }).waitFor();
  expect(await countOf(page, 'Answer lost')).toBe(1);
});

it('without a network a save fails at once, is not made later, and can be repeated', async () => {
  const { page } = await signedIn();
  await fillCampaign(page, 'Saved offline');
  await page.context().setOffline(true);
  await button(page, 'Save').click();
  await dialog(page).getByText('You are offline').waitFor({ timeout: 3000 });
  await page.context().setOffline(false);
  await page.waitForTimeout(3000);
  expect(await countOf(page, 'Saved offline')).toBe(0);
  await button(page, 'Save').click();
  await page.getByRole('heading', { level: 1, name: 'Saved offline' }).waitFor();
});

it('what becomes of a save is said after its form was closed', async () => {
  const { page } = await signedIn();
  await fillCampaign(page, 'Closed early');
  const stop = await intercept(page, 'DashboardCreateCampaign', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.abort();
  });
  await button(page, 'Save').click();
  await button(page, 'Close').click();
  await dialog(page).waitFor({ state: 'detached' });
  await page.locator('.toast').getByText('Not saved: The service cannot be reached.').waitFor();
  await stop();
});

it('a form whose check fails says so, drops what was known before, and checks again by itself', async () => {
  const { page } = await signedIn();
  await goTo(page, '/advertisers');
  await button(page, 'New advertiser').click();
  await page.getByLabel('Name', { exact: true }).fill('Checked again');
  await dialog(page).getByText('City must not be empty').waitFor();
  const stop = await intercept(page, 'DashboardCreateAdvertiser', (route) => route.abort());
  await page.getByLabel('City').fill('Paris');
  await dialog(page).getByText('The service cannot be reached.').waitFor({ timeout: 3000 });
  expect(await dialog(page).locator('.issue').count()).toBe(0);
  await page.getByRole('button', { name: /^Try again/ }).waitFor();
  await stop();
  await dialog(page).locator('.issue').first().waitFor({ timeout: 6000 });
  expect(await dialog(page).getByText('City must not be empty').count()).toBe(0);
  expect(await dialog(page).getByText('The service cannot be reached.').count()).toBe(0);
});

it('the preview of something new has no ID, which it gets when it is created', async () => {
  const { page } = await signedIn();
  await fillCampaign(page, 'Without an ID');
  expect(await changes(page).locator('dt').allInnerTexts()).toContain('Name');
  expect(await changes(page).locator('dt').allInnerTexts()).not.toContain('ID');
});
