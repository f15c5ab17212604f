import { expect, it } from 'vitest';
import { ask, goTo, newPerson, signedIn } from './support/dashboard.ts';
import { PAGES } from './support/pages.ts';

it('a VIEWER sees the pages, and no control that would be refused', async () => {
  const { page, complaints } = await signedIn(await newPerson('VIEWER'));
  for (const route of Object.values(PAGES)) {
    await goTo(page, route);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    for (const name of [/^(Edit|Save|Send|Delete|Remove|Cancel)/, /^New /, /▾$/])
      expect(await page.getByRole('button', { name }).count(), `${name} on ${route}`).toBe(0);
  }
  await goTo(page, '/lines/1');
  expect(await page.getByLabel('Factor', { exact: true }).count()).toBe(0);
  await goTo(page, '/campaigns/1');
  await page.getByRole('table').first().waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(0);
  // The service refuses it all the same.
  const { updateLine } = await ask<{ updateLine: { __typename: string } }>(
    page,
    'mutation { updateLine(input: {id: "1", name: "x"}) { __typename } }',
  );
  expect(updateLine.__typename).toBe('ForbiddenError');
  expect(complaints).toEqual([]);
});

it('a VIEWER runs reports', async () => {
  const { page } = await signedIn(await newPerson('VIEWER'));
  await goTo(page, '/reports/new');
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('link', { name: 'Download CSV' }).waitFor();
});
