import { expect, it } from 'vitest';
import { ask, goTo, signedIn } from '../support/dashboard.ts';

interface Listed {
  readonly ads: { readonly totalCount: number; readonly nodes: readonly { readonly name: string }[] };
}

it('a list is read forwards and backwards, and the address keeps the page', async () => {
  const { page } = await signedIn();
  await goTo(page, '/ads?sort=NAME');
  const { ads } = await ask<Listed>(
    page,
    '{ ads(first: 100, orderBy: { field: NAME }) { totalCount nodes { name } } }',
  );
  const names = () => page.locator('tbody tr td:nth-child(2) > a').allInnerTexts();
  const all = ads.nodes.map(({ name }) => name);
  const pager = page.getByRole('navigation', { name: 'Pagination' });
  expect(await names()).toEqual(all.slice(0, 50));
  expect(await pager.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true);
  await pager.getByRole('button', { name: 'Next' }).click();
  await expect.poll(names).toEqual(all.slice(50, 100));
  await page.reload();
  await expect.poll(names).toEqual(all.slice(50, 100));
  await pager.getByRole('button', { name: 'Previous' }).click();
  await expect.poll(names).toEqual(all.slice(0, 50));
  await page.waitForFunction(() => location.hash.includes('before='));
});

it.each(['Spend', 'Impressions', 'Clicks', 'Conversions', 'CPA', 'ROAS'])(
  'lines are sorted by %s, the largest first, and the other way round',
  async (name) => {
    const { page } = await signedIn();
    await goTo(page, '/lines?sort=NAME');
    const head = page.getByRole('columnheader', { name, exact: true });
    await head.getByRole('button').click();
    await page.locator('th[aria-sort=descending]').waitFor();
    await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
    await head.getByRole('button').click();
    await page.locator('th[aria-sort=ascending]').waitFor();
    await page.waitForFunction(() => location.hash.includes('dir=asc'));
  },
);
