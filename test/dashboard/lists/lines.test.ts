import { expect, it } from 'vitest';
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
