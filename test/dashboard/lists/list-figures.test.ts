import { expect, it } from 'vitest';
import { ask, goTo, signedIn } from '../support/dashboard.ts';
import { figuresOf, wrongFigures } from '../support/shown-figures.ts';

const ZONE = { timezoneId: 'Europe/London' };
const ALL = 'SPEND,IMPRESSIONS,CLICKS,CONVERSIONS,CONVERSION_VALUE,CTR,CPM,CPC,CPA,RETURN_ON_AD_SPEND,SHARE';

it.each([
  ['/advertisers', `columns=${ALL}`],
  ['/advertisers', 'range=LAST_30_DAYS&currency=own'],
  ['/campaigns', 'range=YESTERDAY&sort=CLICKS'],
  ['/campaigns', 'advertiser=1&range=LAST_14_DAYS'],
  ['/lines', 'q=shoes&range=LAST_14_DAYS'],
  ['/ads', 'line=1&range=LAST_30_DAYS'],
  ['/advertisers/1', 'range=LAST_7_DAYS'],
  ['/campaigns/1', 'range=LAST_7_DAYS'],
  ['/campaigns/1', 'range=LAST_7_DAYS&currency=own'],
  ['/lines', 'range=LAST_14_DAYS&where=SPEND.gt.10;CTR.gt.0.01'],
])('every figure of %s?%s is what the graph answers', async (page_, search) => {
  const { page } = await signedIn(undefined, ZONE);
  await goTo(page, `${page_}?${search}`);
  const { compared, wrong } = await wrongFigures(page);
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(10);
});

it('shares are parts of the spend of the seat, and the rows that are shown add up', async () => {
  const { page } = await signedIn(undefined, ZONE);
  await goTo(page, '/advertisers?columns=SPEND,SHARE&range=LAST_7_DAYS');
  const table = page.getByRole('table', { name: 'Advertisers' });
  const shown = await figuresOf(page);
  const spend = shown.filter(({ metric, node }) => metric === 'SPEND' && node?.startsWith('Advertiser:'));
  const own = spend.filter(({ from, to }) => from === shown[0]?.from && to === shown[0]?.to);
  const sum = own.reduce((total, { value }) => total + Number(value), 0);
  const whole = shown.find(({ metric, node }) => metric === 'SPEND' && node === undefined);
  expect(Math.abs(sum - Number(whole?.value))).toBeLessThan(0.01);
  const [total] = await table.locator('tfoot tr').allInnerTexts();
  expect(total).toContain('100.0%');
});

it('amounts of several currencies are not added, counts are', async () => {
  const { page } = await signedIn(undefined, ZONE);
  await goTo(page, '/advertisers?columns=SPEND,CLICKS,CPA&currency=own');
  const total = page.getByRole('table', { name: 'Advertisers' }).locator('tfoot tr').first();
  const [spend, clicks, cpa] = await total.locator('td').allInnerTexts();
  expect(spend).toBe('–');
  expect(clicks).toMatch(/^[\d,]+$/);
  expect(cpa).toBe('–');
  await page.getByText('Amounts are in the currency of each advertiser.').waitFor();
});

it('the whole of one campaign is in the currency of its advertiser, and its lines add up to it', async () => {
  const { page } = await signedIn(undefined, ZONE);
  const { campaigns } = await ask<{
    campaigns: { nodes: { databaseId: number; advertiser: { currency: string } }[] };
  }>(page, '{ campaigns(first: 100) { nodes { databaseId advertiser { currency } } } }');
  const foreign =
    campaigns.nodes.find(({ advertiser }) => advertiser.currency !== 'USD') ?? campaigns.nodes[0];
  await goTo(page, `/campaigns/${foreign?.databaseId}?columns=SPEND&currency=own`);
  const foot = page
    .getByRole('table', { name: 'Lines' })
    .locator('tfoot tr')
    .filter({ hasText: 'Whole campaign' });
  const whole = foot.locator('[data-metric=SPEND]');
  expect(await whole.getAttribute('data-unit')).toBe(foreign?.advertiser.currency);
});
