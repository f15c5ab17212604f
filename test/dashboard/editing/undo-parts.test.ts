import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ask, goTo, signedIn } from '../support/dashboard.ts';

const read = async (page: Page, fields: string): Promise<unknown> =>
  (await ask<{ thing: unknown }>(page, `{ thing: ${fields} }`)).thing;

const TARGETING = 'line(id: "12") { targeting { types { name } geos { woeid } excludedGeos { woeid } } }';

it('a change of places is undone with one click, and taken back from the history', async () => {
  const { page } = await signedIn();
  const before = await read(page, TARGETING);
  await goTo(page, '/lines/12');
  await page.getByRole('button', { name: 'Edit targeting' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill('Iceland');
  await dialog
    .getByRole('button', { name: /^Target Iceland/ })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const changed = await read(page, TARGETING);
  expect(changed).not.toEqual(before);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone for 1 line.').waitFor();
  expect(await read(page, TARGETING)).toEqual(before);

  // The undoing is a change like any other.
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  await history
    .first()
    .getByRole('button', { name: /^Take back/ })
    .click();
  await dialog
    .getByRole('list', { name: 'What will change' })
    .getByText(/Iceland/)
    .waitFor();
  await dialog.getByRole('button', { name: 'Take back 1 line' }).click();
  await dialog.getByText('Undone for 1 line.').waitFor();
  expect(await read(page, TARGETING)).toEqual(changed);
});

const BIDS = `line(id: "12") { bidMultipliers(first: 100, filter: { targetType: { eq: DAY_PARTING } }) {
  nodes { targetValue multiplier } } }`;

it('bids by hour are undone with one click: those that were set, and those that were there before', async () => {
  const { page } = await signedIn();
  await goTo(page, '/lines/12');
  const unfold = () =>
    page
      .getByRole('region', { name: 'Bids by hour', exact: true })
      .locator('details')
      .evaluate((each) => {
        (each as HTMLDetailsElement).open = true;
      });
  const hour = page.getByRole('button', { name: /^Mon 3:00, factor/ });
  const set = async (factor: string) => {
    await unfold();
    await page.getByLabel('Factor', { exact: true }).fill(factor);
    await hour.click();
    await page.getByRole('button', { name: 'Save 1 hour' }).click();
    await page.getByRole('button', { name: 'Save 1 hour' }).waitFor({ state: 'detached' });
  };
  const undo = async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone for 1 line.').waitFor();
  };
  const none = await read(page, BIDS);
  await set('1.5');
  const one = await read(page, BIDS);
  expect(one).not.toEqual(none);
  await undo();
  expect(await read(page, BIDS)).toEqual(none);
  await set('1.5');
  await set('2.5');
  await undo();
  expect(await read(page, BIDS)).toEqual(one);
  // 1 removes the factor.
  await set('1');
  expect(await read(page, BIDS)).toEqual(none);
  await undo();
  expect(await read(page, BIDS)).toEqual(one);
});

interface Made {
  readonly made: { readonly thing?: { readonly databaseId: number } };
}

it.each([
  {
    type: 'Deal',
    input: `name: "Evening", status: ACTIVE, exchangeId: 1, exchangeDealId: "X-2", description: "After six",
      accountIsExcluded: true, reservePrice: 2.5`,
    route: '/library/deals',
    field: 'Reserve price',
    value: '9',
    fields: 'reservePrice name status',
    said: 'Undone for 1 deal.',
  },
  {
    type: 'NativeList',
    input: 'advertiserId: 1, name: "Blocked", status: ACTIVE, items: [{ itemName: "a.example" }]',
    route: '/library/lists',
    field: 'Sites and apps, one a line',
    value: 'b.example\nc.example',
    fields: 'name status items { itemName }',
    said: 'Undone for 1 native list.',
  },
  {
    type: 'Webhook',
    input: 'url: "https://hooks.example/undo", events: [LINE_STATUS]',
    route: '/webhooks',
    field: 'Status',
    value: 'PAUSED',
    fields: 'url status',
    said: 'Undone for 1 webhook.',
  },
])('a change of a $type is undone with one click', async (of) => {
  const { page } = await signedIn();
  const { type, input, route, field, value, fields, said } = of;
  const name = type.charAt(0).toLowerCase() + type.slice(1);
  const { made } = await ask<Made>(
    page,
    `mutation { made: create${type}(input: { ${input} }) { ... on Create${type}Payload { thing: ${name} { databaseId } } } }`,
  );
  const id = made.thing?.databaseId;
  const state = () => read(page, `${name}(id: "${id}") { ${fields} }`);
  const before = await state();
  await goTo(page, `${route}/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const control = page.getByRole('dialog').getByLabel(field, { exact: true });
  if (field === 'Status') {
    const other = await control
      .locator('option')
      .evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value));
    await control.selectOption(other.find((each) => each !== 'ACTIVE') ?? value);
  } else await control.fill(value);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await state()).not.toEqual(before);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(said).waitFor();
  expect(await state()).toEqual(before);
});
