import { expect, it } from 'vitest';
import { violations } from './support/axe.ts';
import { ask, flightline, goTo, newPerson, served, signedIn, tokenOf } from './support/dashboard.ts';

it('an admin creates a client that signs in, and revokes it', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/clients');
  await page.getByRole('button', { name: 'New client' }).click();
  await page.getByLabel('Role').selectOption('Viewer');
  // Nobody sends events and conversions by oversight.
  const may = page.getByRole('group', { name: 'May be used for' });
  expect(await may.getByRole('checkbox', { checked: true }).count()).toBe(1);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('Copy the secret now.').waitFor();
  expect(await violations(page)).toEqual([]);
  const [clientId = '', clientSecret = ''] = await page.getByRole('dialog').locator('code').allInnerTexts();
  await page.getByRole('button', { name: 'Close' }).click();

  const { page: theirs } = await signedIn({ clientId, clientSecret });
  await theirs.getByText('you can look at everything').waitFor();
  await page.getByRole('button', { name: `Revoke of client ${clientId}` }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).last().click();
  await page.getByRole('row', { name: clientId }).waitFor({ state: 'detached' });
  await page.getByLabel('Revoked ones, too').check();
  await page.getByRole('row', { name: clientId }).getByText('Revoked').waitFor();
  // At the latest with what they open next.
  const link = theirs.getByRole('link', { name: 'Reports' });
  const signIn = theirs.getByRole('heading', { name: 'Sign in' });
  await expect
    .poll(async () => {
      if (await link.isVisible()) await link.click({ timeout: 1_000 }).catch(() => undefined);
      return signIn.isVisible();
    })
    .toBe(true);
  expect(complaints).toEqual([]);
});

it('a new secret leaves the old one working for a day unless something else is chosen', async () => {
  const person = await newPerson('EDITOR');
  const { page } = await signedIn();
  await goTo(page, '/clients');
  await page.getByRole('button', { name: `New secret of client ${person.clientId}` }).click();
  const choice = page.getByRole('dialog').getByLabel('Old secret');
  expect(await choice.locator('option:checked').innerText()).toBe('Works for another day');
});

it('an admin chooses the pixels of a client', async () => {
  const person = await newPerson('EDITOR');
  const { page } = await signedIn();
  await goTo(page, '/clients');
  await page.getByRole('button', { name: `More for client ${person.clientId}` }).click();
  await page.getByRole('button', { name: 'Pixels', exact: true }).click();
  await page.getByRole('dialog').getByRole('checkbox').first().click();
  await page.waitForFunction(() => document.querySelector('dialog input[type=checkbox]:checked') !== null);
  expect(await violations(page)).toEqual([]);
});

it('an admin names a client; the table finds it by its name', async () => {
  const person = await newPerson('EDITOR');
  const { page, complaints } = await signedIn();
  await goTo(page, '/clients');
  await page.getByRole('button', { name: `Name client ${person.clientId}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Night import');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByLabel('Filter clients').fill('night');
  await page.getByRole('cell', { name: /Night import/ }).waitFor();
  await page.getByRole('button', { name: `More for client ${person.clientId}` }).click();
  await page.getByRole('button', { name: 'Limits', exact: true }).click();
  await dialog.getByRole('row', { name: /^Reads over REST/ }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

it('an admin sees what a client does wrong, and chooses how REST answers it', async () => {
  const person = await newPerson('EDITOR');
  const { page, complaints } = await signedIn();
  const token = await tokenOf(person);
  await fetch(`${served.origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: '{ nothing }' }),
  });
  await goTo(page, '/clients');
  await page.getByRole('button', { name: `1 problem of client ${person.clientId}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('table', { name: 'Problems' }).getByText('Invalid request').waitFor();
  // In the middle of the window, with all verbs of a client in sight behind it.
  expect((await dialog.boundingBox())?.x).toBeGreaterThan(100);
  const table = page.getByRole('region', { name: 'Table of Clients', includeHidden: true });
  expect(await table.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `More for client ${person.clientId}` }).click();
  await page.getByRole('button', { name: 'REST dialect', exact: true }).click();
  await dialog.getByRole('radio', { name: /^Observed/ }).check();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: person.clientId }).getByText('Observed').waitFor();
  expect(complaints).toEqual([]);
});

it('who is no admin sees no clients, and is told why', async () => {
  const { page, complaints } = await signedIn(await newPerson('EDITOR'));
  await goTo(page, '/clients');
  await page.getByText('Only admins can view').waitFor();
  expect(await page.getByRole('button', { name: 'New client' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

it('a test event is sent, seen live and receipted, or refused at the field', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/events?pixel=2');
  const send = page.getByRole('region', { name: 'Test event' }).getByRole('button', { name: 'Send' });
  await page.getByLabel('Value', { exact: true }).fill('much');
  await send.click();
  await page.locator('.field .issue').waitFor();
  await page.getByLabel('Value', { exact: true }).fill('19.90');
  await send.click();
  await page.getByText(/^Stored with receipt/).waitFor();
  const live = page.getByRole('region', { name: 'Live', exact: true });
  await live.getByText('19.9').first().waitFor();
  // On the clock of the seat.
  expect(await live.locator('time').first().innerText()).toMatch(/UTC$/);
  // Paused, it stays as it is.
  const before = await live.getByRole('list', { name: 'Live' }).innerText();
  await live.getByRole('button', { name: 'Pause' }).click();
  await page.getByLabel('Value', { exact: true }).fill('23.45');
  // A second click within half a second of the answer would be taken for a double-click.
  await page.waitForTimeout(600);
  await send.click();
  const resume = live.getByRole('button', { name: 'Resume (1 newer)' });
  await resume.waitFor();
  expect(await live.getByRole('list', { name: 'Live' }).innerText()).toBe(before);
  await resume.click();
  await live.getByText('23.45').first().waitFor();
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

it('the rate of events stands against the advertiser’s own limit', async () => {
  const { page, complaints } = await signedIn();
  const { pixel } = await ask<{ pixel: { advertiser: { databaseId: number } } }>(
    page,
    '{ pixel(id: "2") { advertiser { databaseId } } }',
  );
  await flightline(
    'quota',
    'set',
    '--advertiser',
    `${pixel.advertiser.databaseId}`,
    '--events-per-sec',
    '10',
  );
  await goTo(page, '/events?pixel=2');
  const rate = page.getByRole('region', { name: 'Rate' });
  await rate.getByText('of 10 events a second').waitFor();
  // Each reading covers one second, so that one of these is seen.
  const seen = rate
    .locator('strong')
    .getByText(/^[1-9]/)
    .waitFor();
  const send = page.getByRole('region', { name: 'Test event' }).getByRole('button', { name: 'Send' });
  for (let sent = 0; sent < 8 && !(await isSettled(seen)); sent += 1) {
    await send.click();
    await page.waitForTimeout(450);
  }
  await seen;
  expect(complaints).toEqual([]);
});
const isSettled = (work: Promise<unknown>) => Promise.race([work.then(() => true), Promise.resolve(false)]);

it('a test conversion after a click on an ad is counted, and an unknown ad is refused', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/events');
  const form = page.getByRole('region', { name: 'Test conversion' });
  // It counts, so that no ad stands there already and one says so.
  expect(await form.getByLabel('Ad ID').inputValue()).toBe('');
  const count = form.getByLabel('Count it for this ad');
  await form.getByLabel('Ad ID').fill('2000000000');
  expect(await form.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
  await count.check();
  await form.getByRole('button', { name: 'Send' }).click();
  await form.locator('.issue, .note.bad').waitFor();
  await form.getByLabel('Ad ID').fill('1');
  await form.getByLabel('Order value').fill('12.50');
  await count.check();
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByRole('status').getByText('Accepted').waitFor();
  const id = await form.locator('code').innerText();
  await page.getByRole('region', { name: 'Live conversions' }).getByText(id).waitFor();
  await page
    .getByRole('table', { name: 'Conversions', exact: true })
    .getByText('Test from this page')
    .first()
    .waitFor();
  await page.getByRole('region', { name: 'Conversions', exact: true }).getByText(id).waitFor();
  const row = page
    .getByRole('table', { name: 'Conversions', exact: true })
    .getByRole('row')
    .filter({ hasText: 'Test from this page' })
    .first();
  // Its ad by name, and its value.
  await row.getByText('$12.50').waitFor();
  expect(await row.locator('a[href*="/ads/1"]').count()).toBe(1);
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

it('the events of one pixel are apart from those of the others, conversions too', async () => {
  const { page, complaints } = await signedIn();
  const asked = await ask<{ pixels: { nodes: { databaseId: number; name: string }[] } }>(
    page,
    '{ pixels(first: 2, filter: { isDotPixel: { eq: false } }) { nodes { databaseId name } } }',
  );
  const [own, other] = asked.pixels.nodes;
  if (!own || !other) throw new Error('The demo seat has two pixels.');
  await goTo(page, `/events?pixel=${own.databaseId}`);
  const form = page.getByRole('region', { name: 'Test conversion' });
  await form.getByLabel('Ad ID').fill('1');
  await form.getByLabel('Count it for this ad').check();
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByRole('status').waitFor();
  const id = await form.locator('code').innerText();
  const conversions = page.getByRole('region', { name: 'Conversions', exact: true });
  await conversions.getByText(id).waitFor();
  await page.getByLabel('Pixel', { exact: true }).selectOption(String(other.databaseId));
  await page.waitForFunction(() => document.querySelector('[aria-busy=true], .waiting') === null);
  expect(await conversions.getByText(id).count()).toBe(0);
  await page.getByLabel('Pixel', { exact: true }).selectOption('');
  await conversions.getByText(id).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

it('events that were refused need attention, and lead to their pixel', async () => {
  const { clientId, clientSecret } = served;
  const of = ['--realm', 'events', '--scope', 'pixel-event', '--url', served.origin];
  const { access_token: token } = await flightline<{ access_token: string }>(
    ...['token', '--client', clientId, '--secret', clientSecret, ...of],
  );
  const headers = {
    authorization: `Bearer ${token}`,
    'x-auth-method': 'OAuth2',
    'content-type': 'application/json',
  };
  const refused = await fetch(`${served.origin}/v1/pixels/2/events`, {
    method: 'POST',
    headers,
    body: '[{}]',
  });
  expect(refused.status).toBe(400);
  const { page } = await signedIn();
  const attention = page.getByRole('region', { name: 'Needs attention' });
  // The demo has others with refusals.
  const item = attention.getByRole('listitem').filter({ has: page.locator('a[href$="pixel=2"]') });
  await expect
    .poll(
      async () => {
        await page.reload();
        await attention.getByRole('list').first().waitFor();
        return item.count();
      },
      { timeout: 15_000 },
    )
    .toBeGreaterThan(0);
  await item.first().getByRole('link').click();
  await page.waitForFunction(() => location.hash.includes('pixel=2'));
});

it('an active line that spends nothing needs attention with the money it has at stake, the most first', async () => {
  const { page } = await signedIn();
  const start = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const { campaign } = await ask<{ campaign: { advertiser: { creatives: { nodes: { id: string }[] } } } }>(
    page,
    '{ campaign(id: "1") { advertiser { creatives(first: 1) { nodes { id } } } } }',
  );
  const { createLine } = await ask<{ createLine: { line: { id: string } } }>(
    page,
    `mutation { createLine(input: {name: "Runs for nothing", campaignId: "1", schedules: [
      {startDate: "${start}", endDate: "2099-01-01T00:00:00Z", budget: "900000"}
    ]}) { ... on CreateLinePayload { line { id } } } }`,
  );
  await ask(
    page,
    `mutation ($id: ID!, $creative: ID!) {
      updateTargeting(input: {lineId: $id, geos: {added: [23424950]}}) { __typename }
      createAd(input: {lineId: $id, creativeId: $creative, status: ACTIVE}) { __typename }
      updateLine(input: {id: $id, status: ACTIVE}) { __typename }
    }`,
    { id: createLine.line.id, creative: campaign.advertiser.creatives.nodes[0]?.id },
  );
  await page.reload();
  const attention = page.getByRole('region', { name: 'Needs attention' });
  const item = attention.getByRole('listitem').filter({ hasText: 'Runs for nothing' });
  await item.getByText('No spend', { exact: true }).waitFor();
  await item.getByText('$900,000 at stake', { exact: true }).waitFor();
  const first = attention.getByRole('list', { name: 'Lines to look at' }).getByRole('listitem').first();
  expect(await first.innerText()).toContain('Runs for nothing');
  await item.getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'Runs for nothing' }).waitFor();
});
