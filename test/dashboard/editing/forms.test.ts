import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { ask, goTo, newPerson, signedIn } from '../support/dashboard.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const changes = (page: Page) => page.getByRole('region', { name: 'What will change' });
const openForm = (page: Page, region: string) =>
  page
    .getByRole('region', { name: region })
    .getByRole('button', { name: /^Edit / })
    .click();
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save' }).click();
  await dialog(page).waitFor({ state: 'detached' });
};

it('a campaign is made from its advertiser, refused at its field until it is right, and changed', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/advertisers/1');
  await page.getByRole('button', { name: 'New campaign' }).click();
  await page.getByLabel('Budget', { exact: true }).fill('-5');
  await dialog(page).getByText('Name must not be empty').waitFor();
  await dialog(page).getByText('Budget must be at least 0').waitFor();
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Name', { exact: true }).fill('Made in the dashboard');
  await page.getByLabel('Budget', { exact: true }).fill('500');
  await changes(page).getByText('Made in the dashboard').waitFor();
  await save(page);
  await page.getByRole('heading', { level: 1, name: 'Made in the dashboard' }).waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Budget period').selectOption('Each day');
  await changes(page).getByText('DAILY').waitFor();
  await save(page);
  const { campaigns } = await ask<{ campaigns: { nodes: object[] } }>(
    page,
    '{ campaigns(filter: {query: "Made in the dashboard"}) { nodes { budget budgetType status } } }',
  );
  expect(campaigns.nodes).toEqual([{ budget: '500', budgetType: 'DAILY', status: 'PAUSED' }]);
  expect(complaints).toEqual([]);
});

it('someone else’s change of a campaign is shown beside one’s own, and is not overwritten', async () => {
  const { page } = await signedIn();
  await goTo(page, '/campaigns/2');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await ask(page, 'mutation { updateCampaign(input: {id: "2", name: "Theirs"}) { __typename } }');
  await page.getByLabel('Language').selectOption('es');
  const both = page.getByRole('region', { name: 'Someone else made changes' });
  await both.getByText('Theirs').waitFor();
  await both.getByText('es', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Keep my changes' }).click();
  await save(page);
  const { campaign } = await ask<{ campaign: object }>(page, '{ campaign(id: "2") { name language } }');
  expect(campaign).toEqual({ name: 'Theirs', language: 'es' });
});

it('an advertiser is made with what the service asks for, and its contact is changed field by field', async () => {
  const { page, complaints } = await signedIn(await newPerson('EDITOR'));
  await goTo(page, '/advertisers');
  await page.getByRole('button', { name: 'New advertiser' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Made by an editor');
  await dialog(page).getByText('City must not be empty').waitFor();
  expect(await violations(page)).toEqual([]);
  const texts = {
    'Landing page': 'https://made.example',
    'Address line 1': '1 Main St',
    City: 'Leeds',
    Region: 'Yorkshire',
    Country: 'GB',
  };
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByLabel('Currency').selectOption('GBP');
  await page.getByLabel('Time zone').selectOption('Europe/London');
  await page.getByLabel('Category', { exact: true }).selectOption({ index: 1 });
  await changes(page).getByText('Leeds').waitFor();
  await save(page);
  await page.getByRole('heading', { level: 1, name: 'Made by an editor' }).waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('City').fill('York');
  await changes(page).getByText('Contact: city').waitFor();
  expect(await changes(page).getByText('Yorkshire').count()).toBe(0);
  await save(page);
  const { advertisers } = await ask<{ advertisers: { nodes: object[] } }>(
    page,
    '{ advertisers(filter: {query: "Made by an editor"}) { nodes { currency contact { city region } } } }',
  );
  expect(advertisers.nodes).toEqual([{ currency: 'GBP', contact: { city: 'York', region: 'Yorkshire' } }]);
  expect(complaints).toEqual([]);
});

it('a flight is added, moved and removed, with times of the advertiser’s zone', async () => {
  const { page } = await signedIn();
  const { line } = await ask<{ line: { advertiser: { timezone: string }; schedules: { id: string }[] } }>(
    page,
    '{ line(id: "5") { advertiser { timezone } schedules { id } } }',
  );
  expect(line.advertiser.timezone).toBe('America/Denver');
  await goTo(page, '/lines/5');
  await openForm(page, 'Flights');
  await page.getByRole('button', { name: 'Add a flight' }).click();
  const flight = page.getByRole('group', { name: `Flight ${line.schedules.length + 1}` });
  await flight.getByLabel('Start').fill('2031-01-10T00:00:00');
  await flight.getByLabel('End').fill('2031-01-09T00:00:00');
  await flight.getByText(/End must be after/).waitFor();
  expect(await violations(page)).toEqual([]);
  await flight.getByLabel('End').fill('2031-01-20T00:00:00');
  await flight.getByLabel('Budget', { exact: true }).fill('750');
  await changes(page)
    .getByText(/end Jan 20, 2031, 12:00\sAM MST/)
    .waitFor();
  await save(page);
  const flights = async () => {
    const answer = await ask<{ line: { schedules: { startDate: string; budget: string }[] } }>(
      page,
      '{ line(id: "5") { schedules { startDate budget } } }',
    );
    return answer.line.schedules;
  };
  expect((await flights()).at(-1)).toEqual({ startDate: '2031-01-10T07:00:00.000Z', budget: '750' });
  await openForm(page, 'Flights');
  await page.getByRole('button', { name: `Remove Flight ${line.schedules.length + 1}` }).click();
  await changes(page).waitFor();
  await save(page);
  expect(await flights()).toHaveLength(line.schedules.length);
});

it('places are found by name, targeted, excluded and removed, and the last one of an active line stays', async () => {
  const { page, complaints } = await signedIn();
  const targeting = async () => {
    const { line } = await ask<{ line: { targeting: Record<string, { name: string }[]> } }>(
      page,
      '{ line(id: "1") { targeting { geos { name } excludedGeos { name } nativeLists { name } } } }',
    );
    return Object.values(line.targeting).map((list) => list.map(({ name }) => name));
  };
  const [places = []] = await targeting();
  await goTo(page, '/lines/1');
  await openForm(page, 'Targeting');
  for (const name of places) await page.getByRole('button', { name: `Remove ${name}` }).click();
  await dialog(page)
    .getByText(/geography/i)
    .waitFor();
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await page.getByLabel('Place', { exact: true }).fill('spain');
  await page.getByRole('button', { name: 'Target Spain' }).click();
  await page.getByLabel('Place', { exact: true }).fill('france');
  await page.getByRole('button', { name: 'Exclude France' }).click();
  await dialog(page).getByRole('checkbox').first().check();
  await changes(page).getByText('not France').waitFor();
  expect(await violations(page)).toEqual([]);
  await save(page);
  expect(await targeting()).toEqual([['Spain'], ['France'], ['Blocked – gossip and gambling']]);
  await page.getByRole('region', { name: 'Targeting' }).getByText('Excluded places').waitFor();
  expect(complaints).toEqual([]);
});
