import { expect, it } from 'vitest';
import { ask, goTo, signedIn } from './support/dashboard.ts';

const SET = `mutation ($zone: TimeZone!, $currency: Currency!) {
  updateSeat(input: { timezone: $zone, currency: $currency }) { __typename } }`;
const PAGES = ['/advertisers?range=YESTERDAY', '/lines?range=YESTERDAY&columns=SPEND', '/pixels'];

it('an admin renames the seat, which the head of all pages shows', async () => {
  const { page, complaints } = await signedIn();
  const seat = page.getByRole('region', { name: 'Seat', exact: true });
  const rename = async (name: string) => {
    await goTo(page, '/settings');
    await seat.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await seat.getByText(name).waitFor();
  };
  await rename('Vienna desk');
  await page.reload();
  await page.getByRole('banner').getByText('Vienna desk').waitFor();
  await rename('Flightline demo');
  expect(complaints).toEqual([]);
});

it('all pages count days in the zone of the seat and show its currency, wherever the browser is', async () => {
  const { page } = await signedIn(undefined, { timezoneId: 'America/New_York' });
  try {
    await goTo(page, '/settings');
    await page
      .getByRole('region', { name: 'Seat', exact: true })
      .getByRole('button', { name: 'Edit' })
      .click();
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
    await page.getByLabel('Currency').selectOption('EUR');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('region', { name: 'Seat', exact: true }).getByText('Asia/Tokyo').waitFor();
    const yesterday = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo' }).format(
      Date.now() - 86_400_000,
    );
    for (const route of PAGES) {
      await goTo(page, route);
      await page.getByRole('banner').getByText('Asia/Tokyo · EUR').waitFor();
      if (route === '/pixels') continue;
      const shown = async () => {
        const { from, to, timezone, currency } = await page
          .locator('main')
          .evaluate((main: HTMLElement) => ({ ...main.dataset }));
        return { from, to, timezone, currency };
      };
      await expect
        .poll(shown, { message: route })
        .toEqual({ from: yesterday, to: yesterday, timezone: 'Asia/Tokyo', currency: 'EUR' });
      // The newest hour of the seat, though the range ends before it.
      await page
        .getByText(/^Data until /)
        .first()
        .waitFor();
    }
  } finally {
    await ask(page, SET, { zone: 'UTC', currency: 'USD' });
  }
});
