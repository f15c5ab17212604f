import { expect, it } from 'vitest';
import { violations } from './support/axe.ts';
import { ask, goTo, signedIn } from './support/dashboard.ts';
import { wrongFigures } from './support/shown-figures.ts';

it('creatives have the figures of their ads, which are what the graph answers', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/library/creatives?range=LAST_30_DAYS');
  await page.locator('[data-metric]').first().waitFor();
  const { compared, wrong } = await wrongFigures(page);
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(50);
  expect(await violations(page)).toEqual([]);
  // In the order of a figure: those of all ads of each.
  await page.getByRole('button', { name: 'Spend' }).click();
  await page.getByRole('button', { name: 'Spend' }).click();
  await page.locator('th[aria-sort=descending]').waitFor();
  await page.getByText(/^The first 50 of \d+ creatives that delivered/).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy=true], .waiting') === null);
  const spend = await page
    .locator('[data-metric=SPEND], [data-sum-metric=SPEND]')
    .evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute('data-value'))));
  expect(spend).toEqual([...spend].sort((a, b) => b - a));
  expect((await wrongFigures(page)).wrong).toEqual([]);
  await goTo(page, '/library/creatives/1?range=LAST_30_DAYS');
  await page.getByRole('table', { name: 'Ads' }).locator('tbody a').first().waitFor();
  expect((await wrongFigures(page)).wrong).toEqual([]);
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('button', { name: 'Activate' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Deactivate' }).waitFor();
  expect(complaints).toEqual([]);
});

it('a deal is for the advertisers that were chosen, and is found by exchange and status', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/library/deals');
  await page.getByRole('button', { name: 'New deal' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('For one');
  await dialog.getByLabel('Exchange').selectOption({ index: 1 });
  await dialog.getByLabel('Deal ID').fill('ONE-1');
  await dialog.getByLabel('Reserve price').fill('2.5');
  await dialog.getByLabel('Currency of the price').selectOption('EUR');
  await dialog.getByLabel('Description').fill('Agreed in autumn');
  await dialog.getByLabel('Who can use it').selectOption('Only the advertisers below');
  await dialog.getByLabel('Add an advertiser').fill('Hinode');
  await dialog.getByRole('button', { name: 'Add Hinode Travel' }).click();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { name: 'For one', level: 1 }).waitFor();
  await page.locator('.facts').getByRole('link', { name: 'Hinode Travel' }).waitFor();
  await page.locator('.facts').getByText('€2.50').waitFor();
  await page.getByText('No line buys through this deal yet.').waitFor();
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('button', { name: 'Activate' }).waitFor();
  await goTo(page, '/library/deals?status=INACTIVE');
  await page.getByRole('link', { name: 'For one' }).waitFor();
  await page.getByLabel('Status').selectOption('Active');
  await page.getByRole('link', { name: 'For one' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Reserve price' }).click();
  await page.locator('th[aria-sort=ascending]').waitFor();
  await page.getByLabel('Filter deals by name or deal ID').fill('104471');
  await page.getByRole('link', { name: 'Outdoor magazines – private auction' }).click();
  // The lines that buy through it, with what they delivered.
  await page.getByRole('table', { name: 'Lines with this deal' }).locator('tbody a').first().waitFor();
  const { compared, wrong } = await wrongFigures(page);
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(5);
  expect(complaints).toEqual([]);
});

it('a product set says how many products it has before it is made, and shows them', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/library/product-sets');
  await page.getByRole('button', { name: 'New product set' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Advertiser').selectOption('Northwind Outdoor');
  await dialog.getByLabel('Name', { exact: true }).fill('Cheap tents');
  await dialog.getByLabel('Field').selectOption('category');
  await dialog.getByLabel('Value').fill('Tents');
  await dialog.getByText(/^\d+ products of the feed meet this, such as /).waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { name: 'Cheap tents', level: 1 }).waitFor();
  await page.getByText('category is Tents').first().waitFor();
  await page.getByRole('table', { name: 'Products' }).getByRole('row').nth(2).waitFor();
  await page.getByText('No line reaches people by these products.').waitFor();
  expect(complaints).toEqual([]);
});

it('a segment says how many events match before it is made, and is found by its name', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/library/audiences');
  await page.getByRole('button', { name: 'New segment' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Everybody');
  await dialog.getByLabel('Pixel').selectOption('Northwind Outdoor – orders, Northwind Outdoor');
  await dialog.getByText(/^[\d,]+ events? match/).waitFor();
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { name: 'Everybody', level: 1 }).waitFor();
  await goTo(page, '/library/audiences?q=every');
  await page.getByRole('link', { name: 'Everybody' }).waitFor();
  await page.getByLabel('Filter audiences by name').fill('nobody');
  await page.getByText('No segments match.').waitFor();
  await page.getByRole('button', { name: 'Show all' }).first().click();
  await page.getByRole('link', { name: 'Everybody' }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

it('targeting is told in words and copied from another line, and a list names the lines that block it', async () => {
  const { page, complaints } = await signedIn();
  const { nativeList } = await ask<{
    nativeList: {
      name: string;
      advertiser: { lines: { nodes: { id: string; databaseId: number; name: string }[] } };
    };
  }>(
    page,
    '{ nativeList(id: 1) { name advertiser { lines(first: 2, orderBy: { field: ID }) { nodes { id databaseId name } } } } }',
  );
  const [to, from] = nativeList.advertiser.lines.nodes;
  const none = { removed: ['NativeList:1'] };
  const set = `mutation ($id: ID!, $lists: NativeListChangeInput!) {
    updateTargeting(input: { lineId: $id, nativeLists: $lists }) { __typename } }`;
  await ask(page, set, { id: to?.id, lists: none });
  await ask(page, set, { id: from?.id, lists: { added: [{ id: 'NativeList:1', exclude: true }] } });
  await goTo(page, `/lines/${to?.databaseId}`);
  await page.getByRole('button', { name: 'Edit targeting' }).click();
  await page.getByText('Copy the targeting of another line').click();
  await page
    .getByRole('dialog')
    .getByLabel(/^Line of /)
    .fill(from?.name ?? '');
  await page
    .getByRole('button', { name: `Copy the targeting of ${from?.name}`, exact: true })
    .first()
    .click();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  const targeting = page.getByRole('region', { name: 'Targeting' });
  await targeting.getByText(`On all sites and apps but those of 1 list: ${nativeList.name}.`).waitFor();
  await targeting.getByRole('link', { name: nativeList.name }).click();
  await page
    .getByRole('region', { name: 'Blocked by', exact: true })
    .getByRole('link', { name: to?.name ?? '', exact: true })
    .waitFor();
  for (const id of [from?.id, to?.id]) await ask(page, set, { id, lists: none });
  expect(complaints).toEqual([]);
});

it('a new flight follows the last one, and flights are told together', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/lines/1');
  const flights = page.getByRole('region', { name: 'Flights', exact: true });
  await flights.getByText(/^\d+ flights, \$[\d,.]+ in all\. /).waitFor();
  await flights.getByRole('table', { name: 'Flights' }).getByText('a day').first().waitFor();
  await flights.getByText('Every hour of the week has the same bid.').waitFor();
  const count = await flights.locator('tbody tr').count();
  await page.getByRole('button', { name: 'Edit flights' }).click();
  const group = (at: number) =>
    page.getByRole('dialog').getByRole('group', { name: `Flight ${at}`, exact: true });
  const end = await group(count).getByLabel('End').inputValue();
  await page.getByRole('button', { name: 'Add a flight' }).click();
  // It begins with the day after the last one, which ends with its last second.
  const start = await group(count + 1)
    .getByLabel('Start')
    .inputValue();
  expect(Date.parse(start) - Date.parse(end)).toBe(1_000);
  expect(
    await group(count + 1)
      .getByLabel('Budget', { exact: true })
      .inputValue(),
  ).toBe(await group(count).getByLabel('Budget', { exact: true }).inputValue());
  await page
    .getByRole('dialog')
    .getByText(new RegExp(`^${count + 1} flights, `))
    .waitFor();
  expect(complaints).toEqual([]);
});

it('settings show what is connected, and the theme and the saved views of the user', async () => {
  const { page, complaints } = await signedIn();
  await ask(
    page,
    'mutation { saveView(input: { name: "Mine", page: LINES, search: "q=trail" }) { __typename } }',
  );
  await goTo(page, '/settings');
  await page.getByText(/^\d+ active clients? \(.+\), \d+ problems? in the last hour$/).waitFor();
  await page.getByLabel('Colours').selectOption('Dark');
  expect(await page.evaluate(() => document.documentElement.style.colorScheme)).toBe('dark');
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Colours').selectOption('As the system');
  await page.getByRole('button', { name: 'Delete the view Mine' }).click();
  await page.getByText('You have saved no views.').waitFor();
  expect(complaints).toEqual([]);
});
