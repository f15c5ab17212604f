import { expect, it } from 'vitest';
import { ask, goTo, signedIn } from '../support/dashboard.ts';
import { intercept } from '../support/intercept.ts';

it('what a field refuses stands under its label, and what is no number is not sent', async () => {
  const { page } = await signedIn();
  await goTo(page, '/lines/5');
  const flights = page.getByRole('region', { name: 'Flights' });
  await flights.getByRole('button', { name: 'Edit flights' }).click();
  await page.getByRole('group', { name: 'Flight 1' }).getByLabel('Budget', { exact: true }).fill('-5');
  await page.locator('.issue', { hasText: /^Budget must be at least 0/ }).waitFor();

  const { page: other } = await signedIn();
  await goTo(other, '/lines/5');
  let asked = 0;
  other.on('request', (request) => {
    if (request.postData()?.includes('DashboardUpdateLine')) asked += 1;
  });
  await other.getByRole('button', { name: 'Edit', exact: true }).click();
  await other.getByLabel('Bid', { exact: true }).fill('1,5');
  await other.locator('.issue', { hasText: 'Type a number with digits, as in 12.5.' }).waitFor();
  await other.waitForTimeout(1000);
  expect(asked).toBe(0);
  expect(await other.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
});

it('a field of a contact and an hour of a grid are named as the page names them', async () => {
  const { page } = await signedIn();
  await goTo(page, '/advertisers');
  await page.getByRole('button', { name: 'New advertiser' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Without a city');
  await page.locator('.issue', { hasText: /^City must not be empty/ }).waitFor();

  const { page: other } = await signedIn();
  await goTo(other, '/lines/4');
  await other.getByText('Bid more or less by hour').click();
  await other.getByLabel('Factor', { exact: true }).fill('0');
  await other.getByRole('button', { name: /^Tue 7:00/ }).click();
  await other
    .getByRole('alert')
    .getByText(/^Factor of Tue 7:00 must/)
    .waitFor();
});

it('a limit, a condition and a user that are no numbers are refused at their fields', async () => {
  const { page } = await signedIn();
  await goTo(page, '/reports/new');
  await page.getByLabel('Row limit').fill('abc');
  await page.locator('.issue', { hasText: 'Type a whole number, such as 100.' }).waitFor();
  expect(await page.getByRole('button', { name: 'Run' }).isDisabled()).toBe(true);
  await page.getByLabel('Row limit').fill('99999999999');
  await page.locator('.issue', { hasText: 'Type a whole number, such as 100.' }).waitFor();
  await page.getByLabel('Row limit').fill('');
  await page.getByLabel('Value', { exact: true }).fill('many');
  await page.locator('.issue', { hasText: 'Type a number with digits, as in 12.5.' }).waitFor();
  await page.getByLabel('Value', { exact: true }).fill('');
  await page.waitForFunction(() => document.querySelector('form .primary:enabled') !== null);

  const { page: other } = await signedIn();
  await goTo(other, '/history?user=Demo+user');
  await other.getByText('Nothing is listed for a user ID that is not a number.').waitFor();
  expect(await other.locator('.changes > li').count()).toBe(0);
});

it('an address that means nothing says so, with a way back, and takes nothing else down', async () => {
  const { page } = await signedIn();
  await goTo(page, '/lines/abc');
  await page.getByRole('heading', { name: 'Not found' }).waitFor();
  await page.getByRole('link', { name: 'Go to the overview' }).click();
  await page.locator('.tile').first().waitFor();
  for (const [search, text] of [
    ['from=2026-02-31&to=2026-03-02', 'These days are not in any calendar.'],
    ['from=2020-01-01&to=2026-01-01', 'Choose 400 days or fewer.'],
  ] as const) {
    await goTo(page, `/?${search}`);
    await page.getByRole('region', { name: 'Delivery' }).getByText(text).waitFor();
    expect(await page.locator('.tile').count()).toBe(0);
    await page.getByRole('region', { name: 'Needs attention' }).locator('.attention li').first().waitFor();
  }
  await page.getByRole('link', { name: 'Show the last 7 days' }).first().click();
  await page.locator('.tile').first().waitFor();
});

it('an active line under a paused campaign says why it does not deliver', async () => {
  const { page } = await signedIn();
  const { lines } = await ask<{ lines: { nodes: { databaseId: number; campaign: { id: string } }[] } }>(
    page,
    '{ lines(first: 1, filter: {status: ACTIVE}) { nodes { databaseId campaign { id } } } }',
  );
  const [line] = lines.nodes;
  const set = (status: string) =>
    ask(
      page,
      'mutation ($id: ID!, $status: NativeStatus!) { updateCampaign(input: {id: $id, status: $status}) { __typename } }',
      { id: line?.campaign.id, status },
    );
  await goTo(page, `/lines/${line?.databaseId}`);
  expect(await page.getByText('This line is not delivering').count()).toBe(0);
  await set('PAUSED');
  try {
    await page.reload();
    const note = page.getByRole('note');
    await note.getByText('is paused.').waitFor();
    await note.getByRole('link').click();
    await page.getByRole('region', { name: 'Table of Lines' }).waitFor();
  } finally {
    await set('ACTIVE');
  }
});

it('refused requests are counted where “Needs attention” leads, and sending a test event says that it counts', async () => {
  const { page } = await signedIn();
  let name = '';
  await intercept(page, 'query DashboardEvents(', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const [pixel] = body.data.pixels.nodes;
    name = pixel.name;
    const reasons = [{ field: 'event_time', reason: 'must be a whole number of seconds' }];
    body.data.eventRefusals = [{ requests: 30, latestAt: new Date().toISOString(), pixel, reasons }];
    await route.fulfill({ response, json: body });
  });
  await goTo(page, '/events?pixel=2');
  await page.getByText('A test event is stored and counted like any other.').waitFor();
  const refused = page.getByRole('region', { name: 'Refused requests', exact: true });
  await refused.getByText('event_time: must be a whole number of seconds').waitFor();
  expect(await refused.locator('tbody tr').innerText()).toContain('30');
  expect(await refused.locator('tbody').getByRole('link').innerText()).toBe(name);
});
