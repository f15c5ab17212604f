import { expect, it } from 'vitest';
import { violations } from './support/axe.ts';
import { goTo, newPerson, signedIn } from './support/dashboard.ts';

it('an admin creates a client that signs in, and revokes it', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/settings');
  await page.getByRole('button', { name: 'New client' }).click();
  await page.getByLabel('Role').selectOption('Viewer');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('Copy the secret now.').waitFor();
  expect(await violations(page)).toEqual([]);
  const [clientId = '', clientSecret = ''] = await page.getByRole('dialog').locator('code').allInnerTexts();
  await page.getByRole('button', { name: 'Close' }).click();

  const { page: theirs } = await signedIn({ clientId, clientSecret });
  await theirs.getByText('you can look at everything').waitFor();
  await page.getByRole('button', { name: `Revoke of client ${clientId}` }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).last().click();
  await page.getByRole('row', { name: clientId }).getByText('Revoked').waitFor();
  await theirs.waitForTimeout(1500);
  await theirs.getByRole('link', { name: 'Reports' }).click();
  await theirs.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(complaints).toEqual([]);
});

it('an admin chooses the pixels of a client', async () => {
  const person = await newPerson('EDITOR');
  const { page } = await signedIn();
  await goTo(page, '/settings');
  await page.getByRole('button', { name: `Pixels of client ${person.clientId}` }).click();
  const [first] = await page.getByRole('dialog').getByRole('checkbox').all();
  await first?.click();
  await page.waitForFunction(() => document.querySelector('dialog input[type=checkbox]:checked') !== null);
  expect(await violations(page)).toEqual([]);
});

it('who is no admin sees no clients, and is told why', async () => {
  const { page, complaints } = await signedIn(await newPerson('EDITOR'));
  await goTo(page, '/settings');
  await page.getByText('Only an admin of the seat').waitFor();
  expect(await page.getByRole('button', { name: 'New client' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

it('a test event is sent, seen live and receipted, or refused at the field', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/events?pixel=2');
  await page.getByLabel('Value').fill('much');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('.field .issue').waitFor();
  await page.getByLabel('Value').fill('19.90');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText(/^Stored with receipt/).waitFor();
  await page.getByRole('region', { name: 'Live' }).getByText('19.9').first().waitFor();
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
