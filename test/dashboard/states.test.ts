import { expect, it } from 'vitest';
import { violations } from './support/axe.ts';
import { goTo, signedIn } from './support/dashboard.ts';
import { intercept, refuse } from './support/intercept.ts';

it('a used-up quota is said in the service’s words, and asked again once the service wants that', async () => {
  const { page } = await signedIn();
  const stop = await intercept(
    page,
    'DashboardReports',
    refuse(429, 'No points are left.', { 'retry-after': '30' }),
  );
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByText('Limit reached').waitFor();
  await page.getByText('No points are left.').waitFor();
  const again = page.getByRole('button', { name: /^Try again in \d+ s$/ });
  expect(await again.isDisabled()).toBe(true);
  expect(await violations(page)).toEqual([]);
  await stop();
});

it('a widget that was refused is asked for again at the moment that the service named, not before', async () => {
  const { page } = await signedIn();
  await page.getByRole('link', { name: 'Settings' }).hover();
  const stop = await intercept(
    page,
    'DashboardSettings',
    refuse(429, 'No points are left.', { 'retry-after': '12' }),
  );
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByText('No points are left.').waitFor();
  const at = Date.now();
  await stop();
  await page.getByRole('button', { name: /^Try again/ }).click();
  expect(Date.now() - at).toBeGreaterThan(10_000);
  await page.getByText('GraphQL points').waitFor();
});

it('a service that is busy for a moment is waited for without a word', async () => {
  const { page } = await signedIn();
  let calls = 0;
  await intercept(page, 'DashboardSettings', (route) => {
    calls += 1;
    return calls < 3 ? refuse(503, 'Busy.', { 'retry-after': '0' })(route) : route.continue();
  });
  await goTo(page, '/settings');
  await page.getByText('GraphQL points').waitFor();
  expect(calls).toBe(3);
});

it('what is forbidden is told apart from what is missing', async () => {
  const { page } = await signedIn();
  await intercept(page, 'DashboardReports', refuse(403, 'Your role does not allow this operation.'));
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByText('Not allowed').waitFor();
  await page.getByText('Your role does not allow this operation.').waitFor();
});

it('without a network the page says so, and goes on once it is back', async () => {
  const { page } = await signedIn();
  await goTo(page, '/settings');
  await page.context().setOffline(true);
  // Its code was not loaded yet.
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByText('The service cannot be reached.').waitFor();
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.getByLabel('Range').selectOption('Last 14 days');
  const told = [/^Not connected$/, /^You are offline/, /^The service cannot be reached. Trying again/];
  await page
    .getByText(new RegExp(told.map(({ source }) => source).join('|')))
    .first()
    .waitFor();
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('heading', { name: 'History' }).waitFor();
});

it('a write that meets a 503 keeps what was typed', async () => {
  const { page } = await signedIn();
  await goTo(page, '/lines/5');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Name').fill('Kept through a 503');
  await page.getByRole('region', { name: 'What will change' }).getByText('Kept through a 503').waitFor();
  const stop = await intercept(page, 'DashboardUpdateLine', refuse(503, 'The service is stopping.'));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The service is stopping.').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('Kept through a 503');
  await stop();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Kept through a 503' }).waitFor();
});

it('a preview that cannot be had says why, and is asked for again once the service wants that', async () => {
  const { page } = await signedIn();
  await goTo(page, '/campaigns/1');
  const said = refuse(429, 'No points are left.', { 'retry-after': '12' });
  const stop = await intercept(page, 'DashboardUpdateLines', said);
  await page.getByRole('checkbox').nth(1).check();
  await page.getByRole('button', { name: 'Edit 1 line' }).click();
  await page.getByLabel('Change', { exact: true }).selectOption('Pause');
  await page.getByRole('alert').getByText('No points are left.').waitFor();
  expect(await page.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: /^Try again in \d+ s$/ }).isDisabled()).toBe(true);
  await stop();
  await page.getByRole('button', { name: 'Try again', exact: true }).click();
  await page.getByText('1 will change').waitFor();
});

it('a form whose check meets a used-up quota keeps what was typed, and asks again when it may', async () => {
  const { page } = await signedIn();
  await goTo(page, '/lines/5');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const said = refuse(429, 'No points are left.', { 'retry-after': '12' });
  const stop = await intercept(page, 'DashboardUpdateLine', said);
  await page.getByLabel('Bid', { exact: true }).fill('7.5');
  await page.getByRole('alert').getByText('No points are left.').waitFor();
  const [at, again] = [Date.now(), page.getByRole('button', { name: /^Try again/ })];
  await stop();
  await again.click();
  // Counted from the refusal, which is a moment before its words are seen.
  expect(Date.now() - at).toBeGreaterThan(10_000);
  await page.getByRole('region', { name: 'What will change' }).getByText('7.5').waitFor();
  expect(await page.getByLabel('Bid', { exact: true }).inputValue()).toBe('7.5');
});

it('a save that meets a used-up quota waits as long as the service says', async () => {
  const { page } = await signedIn();
  await goTo(page, '/lines/5');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Bid', { exact: true }).fill('8.25');
  await page.getByRole('region', { name: 'What will change' }).getByText('8.25').waitFor();
  const said = refuse(429, 'No points are left.', { 'retry-after': '4' });
  const stop = await intercept(page, 'DashboardUpdateLine', said);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: /^Save in \d s$/ }).waitFor();
  expect(await page.getByRole('button', { name: /^Save in/ }).isDisabled()).toBe(true);
  await stop();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

it('statuses that cannot be tried say why, and are tried again', async () => {
  const { page } = await signedIn();
  await goTo(page, '/lines/5');
  const stop = await intercept(page, 'DashboardUpdateLine', refuse(503, 'Busy.', { 'retry-after': '11' }));
  await page.getByRole('button', { name: /▾$/ }).click();
  await page.getByRole('dialog').getByText('Busy.').waitFor();
  await stop();
  await page.getByRole('button', { name: 'Try again', exact: true }).click();
  await page.getByRole('button', { name: 'Deactivate' }).waitFor();
  await page.waitForFunction(() => document.querySelector('dialog .choices button:enabled') !== null);
});

it('a range that the service does not take is refused in its words', async () => {
  const { page } = await signedIn();
  await goTo(page, '/?from=2020-01-01&to=2026-01-01');
  await page.getByText('400 days').first().waitFor();
  await goTo(page, '/?range=LAST_365_DAYS');
  await page
    .getByRole('img', { name: /^Spend, / })
    .first()
    .waitFor();
});
