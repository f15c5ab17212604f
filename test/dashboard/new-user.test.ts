import { expect, it } from 'vitest';
import { ask, flightline, visitor } from './support/dashboard.ts';

it('a new user gets from a link to last week’s spend with one click, and on to a paused line with its history', async () => {
  const { url } = await flightline<{ url: string }>('dashboard', 'link', '--user', '1');
  const { page, complaints } = await visitor({ viewport: { width: 1280, height: 900 } });
  await page.goto(url);
  // The plot is in sight without scrolling, and has points.
  const plot = page.getByRole('img', { name: /^Spend, .*: \$[\d,.]+ in total$/ });
  await plot.waitFor();
  const box = await plot.boundingBox();
  expect((box?.y ?? 900) + (box?.height ?? 0)).toBeLessThanOrEqual(900);
  expect(await plot.locator('canvas').count()).toBe(1);
  // What needs attention names lines; one of them is paused.
  const attention = page.getByRole('region', { name: 'Needs attention' });
  const behind = attention
    .getByRole('listitem')
    // Not the count of all that are behind.
    .filter({ hasText: 'Behind', hasNotText: /^Behind\s*\d+$/ })
    .first()
    .getByRole('link');
  const name = await behind.innerText();
  await behind.click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('button', { name: 'Active ▾' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Paused ▾' }).waitFor();
  const [last] = await page.getByRole('region', { name: 'History' }).getByRole('listitem').allInnerTexts();
  expect(last).toMatch(/Update[\s\S]*Demo user[\s\S]*Status[\s\S]*Active[\s\S]*Paused/);
  // Back on the overview, it needs nobody any more.
  await page.getByRole('link', { name: 'Overview' }).click();
  await attention.getByRole('list').first().waitFor();
  await attention.getByRole('link', { name, exact: true }).waitFor({ state: 'detached' });
  const { lines } = await ask<{ lines: { nodes: { id: string }[] } }>(
    page,
    'query ($name: String!) { lines(filter: {query: $name, status: PAUSED}) { nodes { id } } }',
    { name },
  );
  for (const { id } of lines.nodes)
    await ask(page, 'mutation ($id: ID!) { updateLine(input: {id: $id, status: ACTIVE}) { __typename } }', {
      id,
    });
  expect(complaints).toEqual([]);
});
