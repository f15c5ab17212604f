import { expect, it } from 'vitest';
import { violations } from './support/axe.ts';
import { goTo, served, signedIn } from './support/dashboard.ts';
import { delay, intercept, refuse } from './support/intercept.ts';
import { shoot } from './support/shots.ts';

const QUOTA = refuse(429, 'No points are left. They are new at the next full hour.', {
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
