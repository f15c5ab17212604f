import { expect, it } from 'vitest';
import { ask, goTo, signedIn } from '../support/dashboard.ts';

interface Alerts {
  readonly lineAlerts: { readonly counts: readonly { reason: string; count: number }[] };
}
interface Stakes {
  readonly lineAlerts: {
    readonly nodes: readonly {
      readonly line: { readonly name: string };
      readonly atStake: { readonly amount: string } | null;
      readonly atStakeInDollars: { readonly amount: string } | null;
    }[];
  };
}
interface Count {
  readonly lines: { readonly totalCount: number };
}

it('each count of what needs attention leads to as many lines', async () => {
  const { page } = await signedIn();
  await goTo(page, '/');
  const { lineAlerts } = await ask<Alerts>(page, '{ lineAlerts { counts { reason count } } }');
  const counts = lineAlerts.counts.map(({ count }) => count).filter((count) => count > 0);
  const links = page.getByRole('list', { name: 'Lines by reason' }).getByRole('link');
  await links.first().waitFor();
  expect(await links.count()).toBe(counts.length);
  for (let at = 0; at < counts.length; at += 1) {
    const link = links.nth(at);
    const count = Number(/\d+$/.exec(await link.innerText())?.[0]);
    expect(counts).toContain(count);
    await link.click();
    await page.getByRole('heading', { level: 1, name: 'Lines' }).waitFor();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(Math.min(count, 50));
    await page.goBack();
    await links.first().waitFor();
  }
});

it('what needs attention begins with the most money at stake, which each line shows', async () => {
  const { page } = await signedIn();
  await goTo(page, '/?alerts=ALL');
  const rows = page.getByRole('list', { name: 'Lines to look at' }).getByRole('listitem');
  await rows.first().waitFor();
  const { lineAlerts } = await ask<Stakes>(
    page,
    '{ lineAlerts(first: 100) { nodes { line { name } atStake { amount } atStakeInDollars { amount } } } }',
  );
  const dollars = lineAlerts.nodes.map(({ atStakeInDollars }) => Number(atStakeInDollars?.amount ?? -1));
  expect(dollars).toEqual(dollars.toSorted((a, b) => b - a));
  expect(dollars.length).toBeGreaterThan(5);
  const texts = await rows.allInnerTexts();
  expect(texts).toHaveLength(lineAlerts.nodes.length);
  for (const [at, { line, atStake }] of lineAlerts.nodes.entries()) {
    expect(texts[at]).toContain(line.name);
    const digits = /([\d,.]+)\D* at stake/.exec(texts[at] ?? '')?.[1]?.replaceAll(',', '');
    if (atStake) expect(Math.abs(Number(digits) - Number(atStake.amount))).toBeLessThanOrEqual(1);
    else expect(texts[at]).not.toContain('at stake');
  }
});

it('lines that do not deliver are found with the reason beside each', async () => {
  const { page } = await signedIn();
  await goTo(page, '/lines');
  await page.getByLabel('Filter lines by delivery').selectOption('Not delivering');
  await page.waitForFunction(() => location.hash.includes('delivery=STOPPED'));
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
  const { lines } = await ask<Count>(
    page,
    '{ lines(filter: { deliveryStatusIn: [BLOCKED, STOP_TOTAL_BUDGET] }) { totalCount } }',
  );
  const rows = page.locator('tbody tr');
  expect(await rows.count()).toBe(Math.min(lines.totalCount, 50));
  const heads = await page.getByRole('columnheader').allInnerTexts();
  const at = heads.findIndex((head) => head.includes('Status'));
  for (const reason of await page.locator(`tbody tr td:nth-child(${at + 1})`).allInnerTexts())
    expect(reason).toMatch(/\n\S/);
});

it('the lines of a campaign are a link away, and the list says what it is narrowed down to', async () => {
  const { page } = await signedIn();
  await goTo(page, '/campaigns?q=&sort=NAME');
  const row = page.locator('tbody tr').first();
  const name = (await row.getByRole('link').first().innerText()).trim();
  const count = Number(await row.locator('a[href*="/lines?"]').first().innerText());
  await row.locator('a[href*="/lines?"]').first().click();
  const chip = page.getByRole('button', { name: /^Campaign \d+/ });
  await chip.waitFor();
  await expect.poll(() => page.locator('tbody tr').count()).toBe(Math.min(count, 50));
  for (const text of await page.locator('tbody tr').allInnerTexts()) expect(text).toContain(name);
  await chip.click();
  await page.waitForFunction(() => !location.hash.includes('campaign='));
});

it('a filter that the list does not know is said, and is taken away with a click', async () => {
  const { page } = await signedIn();
  await goTo(page, '/lines?delivery=SLEEPING');
  await page.getByRole('button', { name: 'Unknown delivery, not applied: SLEEPING' }).click();
  await page.waitForFunction(() => !location.hash.includes('SLEEPING'));
});

it('days that are not in the calendar are refused in words, with a way out', async () => {
  const { page } = await signedIn();
  await goTo(page, '/ads?from=2026-02-31&to=2026-03-01');
  await page.getByText('These days are not in any calendar.').waitFor();
  await page.getByRole('link', { name: 'Show the last 7 days' }).click();
  await page.getByRole('table', { name: 'Ads' }).waitFor();
});
