import { expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { ask, goTo, signedIn } from '../support/dashboard.ts';

interface Listed {
  readonly lines: { readonly nodes: readonly { id: string; name: string; status: string }[] };
}
const NODES = 'nodes { id name status }';
const ACTIVE = `{ lines(first: 3, orderBy: { field: NAME }, filter: { status: ACTIVE }) { ${NODES} } }`;
const BY_IDS = `query ($ids: [ID!]!) { lines(filter: { id: { in: $ids } }) { ${NODES} } }`;

it('a change in a single form is undone with one click', async () => {
  const { page } = await signedIn();
  const bid = async () =>
    (await ask<{ line: { bidPrice: string } }>(page, '{ line(id: "8") { bidPrice } }')).line.bidPrice;
  const before = await bid();
  await goTo(page, '/lines/8');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Bid', { exact: true }).fill('7.77');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Line saved: bid.').waitFor();
  expect(await bid()).toBe('7.77');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone for 1 line.').waitFor();
  expect(await bid()).toBe(before);
});

it('who changed a bid is found and the bid taken back with three clicks; not what was changed again', async () => {
  const { page } = await signedIn();
  const read = () =>
    ask<{ line: { bidPrice: string; campaign: { databaseId: number }; advertiser: { currency: string } } }>(
      page,
      '{ line(id: "9") { bidPrice campaign { databaseId } advertiser { currency } } }',
    ).then(({ line }) => line);
  const { bidPrice: before, campaign } = await read();
  const set = (bid: string) =>
    ask(page, `mutation { updateLine(input: { id: "9", bidPrice: "${bid}" }) { __typename } }`);
  await set('8.88');
  // The campaign's history has the changes of its lines.
  await goTo(page, `/campaigns/${campaign.databaseId}`);
  await page.locator('.facts').getByRole('link', { name: 'History' }).click();
  const entry = page.locator('.changes > li').first();
  await entry.getByText(/8\.88/).waitFor();
  await entry.getByText(/by Demo/).waitFor();
  expect(await violations(page)).toEqual([]);
  await entry.getByRole('button', { name: 'Take back' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('list', { name: 'What will change' }).getByText(/8\.88/).waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Take back 1 line' }).click();
  await dialog.getByText('Undone for 1 line.').waitFor();
  expect((await read()).bidPrice).toBe(before);
  await page.keyboard.press('Escape');
  const taken = page.locator('.changes > li').nth(1);
  await taken.getByText(/Taken back/).waitFor();
  expect(await taken.getByRole('button', { name: 'Take back' }).count()).toBe(0);

  await set('8.99');
  await set('9.11');
  await goTo(page, '/history?resource=Line&id=9');
  await page.locator('.changes > li').nth(1).getByRole('button', { name: 'Take back' }).click();
  await dialog.getByText(/Bid was changed again since, to .*9\.11/).waitFor();
  expect(await dialog.getByRole('button', { name: 'Take back' }).isDisabled()).toBe(true);
  await set(before);
});

it('of changes that were made together, some are taken back and the others stay', async () => {
  const { page } = await signedIn();
  const bids = () =>
    ask<{ lines: { nodes: readonly { bidPrice: string }[] } }>(
      page,
      '{ lines(filter: { id: { in: ["21", "22"] } }, orderBy: { field: ID }) { nodes { bidPrice } } }',
    ).then(({ lines }) => lines.nodes.map(({ bidPrice }) => bidPrice));
  const before = await bids();
  const set = ([one, other]: readonly (string | undefined)[]) =>
    ask(
      page,
      `mutation { updateLines(inputs: [{ id: "21", bidPrice: "${one}" }, { id: "22", bidPrice: "${other}" }]) { __typename } }`,
    );
  await set(['7.21', '7.22']);
  await goTo(page, '/history');
  const entry = page.locator('.changes > li').first();
  await entry.getByRole('button', { name: 'Take back' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Take back 2 lines' }).waitFor();
  await dialog.getByRole('listitem').filter({ hasText: '7.22' }).getByRole('checkbox').uncheck();
  await dialog.getByText('Stays as it is.').waitFor();
  await dialog.getByRole('button', { name: 'Take back 1 line' }).click();
  await dialog.getByText('Undone for 1 line.').waitFor();
  expect(await bids()).toEqual([before[0], '7.22']);
  await page.keyboard.press('Escape');
  await set(before);
});

it('a bulk change is undone with one click; what was changed since stays as it is, by name', async () => {
  const { page } = await signedIn();
  const { lines } = await ask<Listed>(page, ACTIVE);
  const ids = lines.nodes.map(({ id }) => id);
  const statuses = async () =>
    (await ask<Listed>(page, BY_IDS, { ids })).lines.nodes.map(({ status }) => status);
  const set = (id: string | undefined, status: string) =>
    ask(page, `mutation { updateLine(input: { id: "${id}", status: ${status} }) { __typename } }`);
  const pause = async () => {
    await goTo(page, '/lines?status=ACTIVE&sort=NAME&columns=SPEND');
    for (const { name } of lines.nodes)
      await page
        .getByRole('checkbox', { name: `Select ${name}`, exact: true })
        .first()
        .check();
    await page.getByRole('button', { name: 'Edit 3 lines' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Change' }).selectOption('PAUSED');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.getByText('3 lines paused.').waitFor();
    return dialog;
  };
  try {
    const dialog = await pause();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await dialog.getByText('Undone for 3 lines.').waitFor();
    expect(await statuses()).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);

    await page.keyboard.press('Escape');
    await pause();
    await page.keyboard.press('Escape');
    // Over the page it is still there.
    await set(ids[0], 'INACTIVE');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(`Undone for 2 lines. Not undone for 1 line. ${lines.nodes[0]?.name}`).waitFor();
    expect((await statuses()).sort()).toEqual(['ACTIVE', 'ACTIVE', 'INACTIVE']);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    expect(await page.locator('.undo-note').count()).toBe(0);
  } finally {
    for (const id of ids) await set(id, 'ACTIVE');
  }
});
