import { expect, it } from 'vitest';
import { violations } from './support/axe.ts';
import { goTo, newPerson, signedIn } from './support/dashboard.ts';

it('a report is saved under a name, scheduled, run and deleted', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/reports/new');
  await page.getByLabel('Save as').fill('Weekly spend');
  await page.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('row', { name: 'Weekly spend' });
  await row.waitFor();
  await page.getByLabel('Schedule of Weekly spend').selectOption('Weekly');
  await page.reload();
  await row.waitFor();
  expect(await page.getByLabel('Schedule of Weekly spend').inputValue()).toBe('WEEKLY');
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Run Weekly spend' }).click();
  await page.getByRole('table').locator('tbody tr').first().waitFor();
  await page.getByRole('link', { name: 'Download CSV' }).waitFor();

  await goTo(page, '/reports');
  await page.getByRole('button', { name: 'Delete Weekly spend' }).click();
  // One is asked first.
  await page.getByRole('dialog').getByText('Weekly spend will no longer run.').waitFor();
  await page.keyboard.press('Escape');
  expect(await row.count()).toBe(1);
  await page.getByRole('button', { name: 'Delete Weekly spend' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await row.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

it('what the service would refuse cannot be saved', async () => {
  const { page } = await signedIn();
  await goTo(page, '/reports/new');
  await page.getByLabel('Row limit').fill('0');
  await page.getByLabel('Save as').fill('Nothing');
  await page.waitForFunction(() => document.querySelector('.note.bad') !== null);
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await goTo(page, '/reports');
  await page.getByRole('region', { name: 'Saved reports', exact: true }).waitFor();
  expect(await page.getByRole('row', { name: 'Nothing' }).count()).toBe(0);
});

it('a viewer can run what is saved, and neither save, schedule nor delete', async () => {
  const { page } = await signedIn();
  await goTo(page, '/reports/new');
  await page.getByLabel('Save as').fill('For all');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: 'For all' }).waitFor();

  const { page: theirs, complaints } = await signedIn(await newPerson('VIEWER'));
  await goTo(theirs, '/reports/new');
  expect(await theirs.getByLabel('Save as').count()).toBe(0);
  await goTo(theirs, '/reports');
  await theirs.getByRole('row', { name: 'For all' }).waitFor();
  expect(await theirs.getByLabel('Schedule of For all').count()).toBe(0);
  expect(await theirs.getByRole('button', { name: 'Delete For all' }).count()).toBe(0);
  await theirs.getByRole('button', { name: 'Run For all' }).click();
  await theirs.getByRole('link', { name: 'Download CSV' }).waitFor();
  expect(complaints).toEqual([]);
});
