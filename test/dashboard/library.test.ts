import { expect, it } from 'vitest';
import { violations } from './support/axe.ts';
import { ask, goTo, newPerson, signedIn } from './support/dashboard.ts';

it('the library leads from a list to what uses a creative, and a change there is undone', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/');
  await page.getByRole('link', { name: 'Library' }).click();
  await page.getByRole('heading', { name: 'Creatives', level: 1 }).waitFor();
  const rows = page.getByRole('table', { name: 'Creatives' }).locator('tbody tr');
  const first = rows.locator('a').first();
  const name = await first.innerText();
  const owner = await rows.first().locator('a[href*="/advertisers/"]').innerText();
  await page.getByLabel('Advertiser').selectOption({ label: owner });
  await page.getByLabel('Filter creatives by name').fill('no such creative');
  await page.getByText('No creatives match.').waitFor();
  await page.getByLabel('Filter creatives by name').fill(name);
  await first.click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await page.getByRole('table', { name: 'Ads' }).locator('tbody a').first().waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Name', { exact: true }).fill(`${name} renamed`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: `${name} renamed`, level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

it('lists of the library have pages, and say where there is nothing', async () => {
  const { page, complaints } = await signedIn();
  await ask(
    page,
    `mutation { createDeal(input: { name: "Morning", status: ACTIVE, exchangeId: 1, exchangeDealId: "X-1",
      description: "Before ten", accountIsExcluded: true, reservePrice: 2.5 }) { __typename } }`,
  );
  await goTo(page, '/library/deals');
  await page.getByRole('link', { name: 'Morning' }).click();
  await page.getByText('Before ten').first().waitFor();
  expect(await violations(page)).toEqual([]);
  await goTo(page, '/library/audiences');
  await page.getByRole('region', { name: 'Segments', exact: true }).waitFor();
  const { page: stranger } = await signedIn(await newPerson('VIEWER'));
  await goTo(stranger, '/library/deals');
  await stranger.getByRole('link', { name: 'Morning' }).click();
  await stranger.getByText('X-1').first().waitFor();
  expect(await stranger.getByRole('button', { name: 'Edit' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

it('a webhook is made, tried, changed and deleted', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/webhooks');
  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.getByLabel('Address').fill('https://hooks.example/flightline');
  await page.getByLabel('Line status').check();
  await page.getByLabel('Add an advertiser').fill('Hinode');
  await page.getByRole('button', { name: 'Add Hinode Travel' }).click();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('Copy the secret now.').waitFor();
  await page.getByRole('link', { name: 'Open the webhook' }).click();
  await page.getByText('Nothing was sent yet.').waitFor();
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Enable' }).waitFor();
  // What looks like the second click of a double-click is not sent.
  await page.waitForTimeout(600);
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByRole('button', { name: 'Disable' }).waitFor();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByRole('table', { name: 'Deliveries' }).getByText('Ping').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: /^What was sent: Ping/ }).click();
  await page.getByRole('dialog').getByText('"type": "ping"').waitFor();
  await page.keyboard.press('Escape');
  await page.getByLabel('State of deliveries').selectOption('Delivered');
  await page.getByText('No deliveries match.').waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Report finished').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('line status, report finished').waitFor();
  await page.locator('.facts').getByText('Hinode Travel').waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'https://hooks.example/flightline' }).waitFor({ state: 'detached' });
  const { page: editor } = await signedIn(await newPerson('EDITOR'));
  await goTo(editor, '/webhooks');
  await editor.getByText('Only admins can see webhooks.').waitFor();
  expect(await editor.getByRole('button', { name: 'New webhook' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});
