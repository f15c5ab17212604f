import { expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { ask, flightline, goTo, newPerson, served, signedIn, visitor } from '../support/dashboard.ts';
import { delay, intercept, refuse } from '../support/intercept.ts';
import { shoot } from '../support/shots.ts';

const QUOTA = refuse(429, 'No points are left. They are renewed at the next full hour.', {
  'retry-after': '1500',
});
const BROKEN = refuse(500, 'An unexpected error occurred. Its ID is 4be1.');
const FORBIDDEN = refuse(403, 'Your role does not allow this operation.');
const WIDGETS = {
  overview: ['/', 'DashboardOverview'],
  campaign: ['/campaigns/1', 'DashboardCampaign'],
  line: ['/lines/1', 'DashboardLine('],
  events: ['/events?pixel=2', 'DashboardEvents'],
  settings: ['/settings', 'DashboardSettings'],
} as const;

it.each(Object.entries(WIDGETS))(
  '%s says what is wrong in each state, and axe has nothing against it',
  async (name, [route, operation]) => {
    const { page } = await signedIn();
    const states = { quota: QUOTA, error: BROKEN, forbidden: FORBIDDEN };
    for (const [state, answer] of Object.entries(states)) {
      const stop = await intercept(page, operation, answer);
      await page.goto(`${served.origin}/dashboard#${route}`);
      await page.reload();
      await page.getByRole('alert').first().waitFor();
      await page
        .getByRole('button', { name: /^Try again/ })
        .first()
        .waitFor();
      expect(await violations(page)).toEqual([]);
      await shoot(page, `state-${name}-${state}`);
      await stop();
    }
    const stop = await intercept(page, operation, delay(7000));
    await page.reload();
    await page.locator('.waiting').first().waitFor();
    await shoot(page, `state-${name}-loading`);
    await page.getByText('This takes longer than usual.').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await shoot(page, `state-${name}-slow`);
    await stop();
  },
);

it('a page without a network says so', async () => {
  const { page } = await signedIn();
  await goTo(page, '/campaigns/1');
  await page.context().setOffline(true);
  await page.getByLabel('Filter lines by name').fill('trail');
  await page
    .getByText(/You are offline|cannot be reached/)
    .first()
    .waitFor();
  expect(await violations(page)).toEqual([]);
  await shoot(page, 'state-campaign-offline');
});

it('a new seat has pages that say what is not there yet', async () => {
  const { seatId } = await flightline<{ seatId: number }>('seat', 'create', '--name', 'A new seat');
  const { page } = await signedIn(await newPerson('ADMIN', seatId));
  for (const [name, route] of Object.entries({
    overview: '/',
    advertisers: '/advertisers',
    events: '/events',
  })) {
    await goTo(page, route);
    await page.locator('.empty').first().waitFor();
    await shoot(page, `state-${name}-empty`);
  }
  await page.keyboard.press('Control+k');
  await page.keyboard.type('nothing');
  await page.getByText('Nothing matches').waitFor();
  await shoot(page, 'state-search-empty');
  await page.keyboard.press('Escape');
  await goTo(page, '/nowhere');
  await shoot(page, 'state-nowhere');
  expect(await violations(page)).toEqual([]);
});

it('signing in, a report and the dialogs look as they should', async () => {
  const { page: stranger } = await visitor({ viewport: { width: 1280, height: 900 } });
  await stranger.goto(`${served.origin}/dashboard`);
  await stranger.getByRole('heading', { name: 'Sign in' }).waitFor();
  await shoot(stranger, 'sign-in');
  const { page } = await signedIn();
  await goTo(page, '/reports/new');
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('region', { name: 'Table of rows' }).waitFor();
  await page.locator('.plot canvas').waitFor();
  expect(await violations(page)).toEqual([]);
  await shoot(page, 'report');
  for (const [name, route, button, choice] of DIALOGS) {
    await goTo(page, route);
    await page.getByRole('button', { name: button, exact: true }).click();
    if (choice) await page.getByRole('button', { name: choice }).click();
    await page.getByRole('dialog').waitFor();
    await page.waitForTimeout(1200);
    expect(await violations(page), name).toEqual([]);
    await shoot(page, `dialog-${name}`, {});
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await goTo(page, '/campaigns/4');
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: /^Edit \d+ lines/ }).click();
  await page.getByLabel('Change').selectOption('Change the budgets');
  await page.getByLabel('Percent', { exact: true }).fill('10');
  await page.getByText(/will change/).waitFor();
  await shoot(page, 'dialog-bulk', {});
  await goTo(page, '/lines/12');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await ask(page, 'mutation { updateLine(input: {id: "12", bidPrice: "3.33"}) { __typename } }');
  await page.getByLabel('Name').fill('Mine');
  await page.getByText('Changed by someone else').waitFor();
  await shoot(page, 'dialog-conflict', {});
});

const DIALOGS: readonly (readonly [name: string, route: string, button: string, choice?: string])[] = [
  ['edit-line', '/lines/1', 'Edit'],
  ['status', '/lines/1', 'Active ▾'],
  ['edit-flights', '/lines/1', 'Edit flights'],
  ['edit-targeting', '/lines/1', 'Edit targeting'],
  ['new-ad', '/lines/1', 'New ad'],
  ['new-line', '/campaigns/1', 'New line'],
  ['new-advertiser', '/advertisers', 'New advertiser'],
  ['query', '/lines/1', 'More for Flights', 'Show the query'],
  ['new-client', '/clients', 'New client'],
];
