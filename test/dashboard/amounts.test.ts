import { expect, it } from 'vitest';
import { ask, goTo, signedIn } from './support/dashboard.ts';

interface Found {
  readonly campaign: {
    readonly budget: string;
    readonly advertiser: { readonly currency: string };
    readonly lines: { readonly nodes: readonly Line[] };
  };
}
interface Line {
  readonly databaseId: number;
  readonly name: string;
  readonly bidPrice: string;
  readonly schedules: readonly { readonly budget: string }[];
  readonly delivery: { readonly spend: { readonly amount: string } };
}

it('amounts of an advertiser are in its currency, on every level of the tree', async () => {
  const { page } = await signedIn();
  const { advertiser } = await ask<{ advertiser: { campaigns: { nodes: { databaseId: number }[] } } }>(
    page,
    '{ advertiser(id: "2") { campaigns(first: 1) { nodes { databaseId } } } }',
  );
  const id = advertiser.campaigns.nodes[0]?.databaseId;
  const { campaign } = await ask<Found>(
    page,
    `query ($id: ID!) { campaign(id: $id) { budget advertiser { currency }
      lines(first: 25, orderBy: {field: NAME}) { nodes { databaseId name bidPrice schedules { budget }
        delivery(range: {preset: LAST_7_DAYS}, timezone: "UTC") { spend { amount } } } } } }`,
    { id: String(id) },
  );
  const { currency } = campaign.advertiser;
  expect(currency).toBe('BRL');
  const money = (amount: string, options = {}) =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency, ...options }).format(Number(amount));
  await goTo(page, `/campaigns/${id}?columns=BID_PRICE,SPEND&currency=own&range=LAST_7_DAYS`);
  await page.locator('.facts').getByText(money(campaign.budget), { exact: true }).waitFor();
  for (const { name, bidPrice, delivery } of campaign.lines.nodes) {
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
    const cells = await row.first().locator('td').allInnerTexts();
    expect(cells).toContain(money(bidPrice));
    // The change against the days before stands below it; small amounts are shown in full.
    const spend = [money(delivery.spend.amount, { maximumFractionDigits: 0 }), money(delivery.spend.amount)];
    expect(spend).toContain(cells[2]?.split('\n')[0]);
  }
  const [line] = campaign.lines.nodes;
  await goTo(page, `/lines/${line?.databaseId}`);
  await page
    .locator('.facts')
    .getByText(money(line?.bidPrice ?? ''), { exact: true })
    .waitFor();
  const budget = money(line?.schedules[0]?.budget ?? '');
  await page.getByRole('region', { name: 'Flights' }).getByText(budget, { exact: true }).first().waitFor();
});
