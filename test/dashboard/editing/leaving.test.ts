import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ask, goTo, signedIn } from '../support/dashboard.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const changes = (page: Page) => page.getByRole('region', { name: 'What will change' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

it('what is not saved is not lost without a question: by a link, Back, Escape, reload', async () => {
  const { page } = await signedIn();
  const asked: string[] = [];
  let answer: 'accept' | 'dismiss' = 'dismiss';
  page.on('dialog', (question) => {
    asked.push(question.type());
    void question[answer]();
  });
  // By links of the page, as people come.
  await goTo(page, '/lines/4');
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').last().click();
  await page.getByRole('table', { name: 'Lines' }).locator('tbody a').first().click();
  const hour = page.getByRole('button', { name: /^Sun 23:00, factor/ });
  await page.locator('details:has(.grid)').evaluate((all) => all.setAttribute('open', ''));
  await hour.click();
  await page.getByRole('button', { name: 'Save 1 hour' }).waitFor();
  await page.getByRole('link', { name: 'Reports' }).click();
  await expect.poll(() => asked).toEqual(['confirm']);
  await page.evaluate(() => history.back());
  await expect.poll(() => asked).toEqual(['confirm', 'confirm']);
  await page.evaluate(() => location.reload());
  await expect.poll(() => asked).toEqual(['confirm', 'confirm', 'beforeunload']);
  await page.getByRole('button', { name: 'Save 1 hour' }).waitFor();
  // Other than the page, a dialog without changes has nothing to ask.
  await button(page, 'Edit').click();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await button(page, 'Edit').click();
  await page.getByLabel('Bid', { exact: true }).fill('3.33');
  await page.keyboard.press('Escape');
  await page.waitForTimeout(200);
  await page.keyboard.press('Escape');
  await expect.poll(() => asked.slice(3)).toEqual(['confirm', 'confirm']);
  expect(await page.getByLabel('Bid', { exact: true }).inputValue()).toBe('3.33');
  answer = 'accept';
  await button(page, 'Close').click();
  await dialog(page).waitFor({ state: 'detached' });
  expect(asked.length).toBe(6);
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
  expect(asked.length).toBe(7);
});

it('during a conflict one can take what the other one has changed', async () => {
  const { page } = await signedIn();
  await goTo(page, '/campaigns/7');
  await button(page, 'Edit').click();
  await ask(page, 'mutation { updateCampaign(input: {id: "7", name: "Theirs stays"}) { __typename } }');
  await page.getByLabel('Language').selectOption('pt');
  await button(page, 'Discard my changes').click();
  await page.getByRole('region', { name: 'Someone else made changes' }).waitFor({ state: 'detached' });
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Theirs stays');
  expect(await page.getByLabel('Language').inputValue()).not.toBe('pt');
  // Nothing is left to be saved, and nothing to ask.
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
});

it('a saved form is left without a question, and the focus goes back to where it was opened', async () => {
  const { page } = await signedIn();
  const asked: string[] = [];
  page.on('dialog', (question) => {
    asked.push(question.type());
    void question.accept();
  });
  const isFocused = (name: RegExp) =>
    page.getByRole('button', { name }).evaluate((each) => each === document.activeElement);
  await goTo(page, '/lines/9');
  await button(page, 'Edit').click();
  await page.getByLabel('Bid', { exact: true }).fill('3.21');
  await changes(page).getByText('3.21').waitFor();
  await button(page, 'Save').click();
  await dialog(page).waitFor({ state: 'detached' });
  await page.locator('.toast').getByText('Line saved: bid').waitFor();
  expect(await isFocused(/^Edit$/)).toBe(true);
  await page.getByRole('button', { name: 'Active ▾' }).click();
  await button(page, 'Pause').click();
  await page.getByRole('button', { name: 'Paused ▾' }).waitFor();
  await page.locator('.toast').getByText('Line saved: status paused').waitFor();
  expect(await isFocused(/^Paused ▾$/)).toBe(true);
  await goTo(page, '/campaigns/5');
  await page.getByRole('checkbox').nth(1).check();
  await button(page, 'Edit 1 line').click();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect(asked).toEqual([]);
});
