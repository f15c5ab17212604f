import { expect, it } from 'vitest';
import { serve } from '../client/service.ts';
import { violations } from '../dashboard/support/axe.ts';
import { tokenFor } from '../support/actors.ts';
import { advertiserInput } from '../support/traffic.ts';
import { openBrowser } from './chromium.ts';

const service = await serve();
const client = await service.register();
const connection = service.connect(client);
await connection.request(
  'mutation ($input: CreateAdvertiserInput!) { createAdvertiser(input: $input) { __typename } }',
  { input: advertiserInput({ name: 'Seen in GraphiQL' }) },
);
const { open } = await openBrowser();
const RUN = '.graphiql-execute-button';

it('a visit of / shows the sign-in of the dashboard, which leads to the other pages', async () => {
  const { page, complaints } = await open();
  await page.goto(service.origin);
  expect(new URL(page.url()).pathname).toBe('/dashboard');
  await page.getByRole('link', { name: 'Documentation' }).click();
  await page.getByRole('link', { name: 'Getting started' }).click();
  await page.waitForURL('**/docs/getting-started');
  // The dashboard asks the service whether somebody is signed in.
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
});

it('GraphiQL runs its first example with a pasted token, which a reload keeps and another tab does not have', async () => {
  const { page, complaints } = await open();
  await page.goto(`${service.origin}/graphql`);
  await page.getByLabel('Access token').fill(await tokenFor(service.system, client));
  await page.getByRole('button', { name: 'Use token' }).click();
  await page.getByText('kept for this tab').waitFor();
  await page.locator(RUN).click();
  await page.locator('.result-window').getByText('Seen in GraphiQL').waitFor();
  await page.reload();
  await page.getByText('kept for this tab').waitFor();
  // Without a token the page asks who is signed in to the dashboard.
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);

  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByText('Paste an access token').waitFor();
});

it('a shared link shows its query, and the schema is not asked for before there is a token', async () => {
  const { page } = await open();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(request.postData() ?? '');
  });
  await page.goto(`${service.origin}/graphql?query=${encodeURIComponent('query Shared { __typename }')}`);
  await page.locator('.graphiql-editors').getByText('Shared').waitFor();
  await page.getByText('Paste an access token to load the schema').waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked.filter((body) => body.includes('__schema'))).toEqual([]);
});

it('on a phone GraphiQL has its panes one below the other, each as wide as the page', async () => {
  const { page } = await open({ viewport: { width: 390, height: 844 } });
  await page.goto(`${service.origin}/graphql`);
  const boxes = await Promise.all(
    ['.graphiql-editors', '.graphiql-response'].map(async (pane) => {
      await page.locator(pane).waitFor();
      return page.locator(pane).boundingBox();
    }),
  );
  for (const box of boxes) {
    expect(box?.width).toBeGreaterThan(330);
    expect(box?.height).toBeGreaterThan(300);
  }
  // A text editor that is not given a height shows not even its first line.
  await page.locator('.graphiql-query-editor').getByText('deliveryStatus').waitFor();
  expect(boxes[1]?.y).toBeGreaterThanOrEqual((boxes[0]?.y ?? 0) + (boxes[0]?.height ?? 0));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

it.each(['light', 'dark'] as const)(
  'the REST reference shows its operations, %s as the system is',
  async (colorScheme) => {
    const { page, complaints } = await open({ colorScheme });
    await page.goto(`${service.origin}/docs/rest`);
    await page.locator('rapi-doc').getByText('List Advertisers').first().waitFor();
    expect(await page.locator('rapi-doc').getAttribute('theme')).toBe(colorScheme);
    expect(complaints).toEqual([]);
  },
);

it('on a phone the REST reference lists its operations, and shows the one that is chosen', async () => {
  const { page, complaints } = await open({ viewport: { width: 390, height: 844 } });
  await page.goto(`${service.origin}/docs/rest`);
  const operations = page.getByRole('navigation', { name: 'Operations' });
  await operations.getByRole('link', { name: 'List Advertisers' }).click();
  await operations.getByRole('link', { name: 'List Advertisers' }).waitFor({ state: 'hidden' });
  await page.locator('rapi-doc').getByRole('heading', { name: 'List Advertisers' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(complaints).toEqual([]);
});

it('on a phone nothing of the REST reference’s first page is cut off, and our own part of it has no violation', async () => {
  const { page } = await open({ viewport: { width: 390, height: 844 } });
  await page.goto(`${service.origin}/docs/rest`);
  await page.getByRole('navigation', { name: 'Operations' }).getByRole('link').first().waitFor();
  const facts = page.locator('rapi-doc').locator('#api-info span').first();
  await facts.waitFor({ state: 'attached' });
  expect(await facts.evaluate((element) => element.getBoundingClientRect().left)).toBeGreaterThanOrEqual(0);
  // What is within RapiDoc is RapiDoc's.
  expect(await violations(page, { exclude: [['rapi-doc']] })).toEqual([]);
});

it.each(['post-/traffic/advertisers', 'get-/traffic/advertisers', 'post-/identity/oauth2/revoke'])(
  'in the REST reference, the fields of %s and the contents have names',
  async (operation) => {
    const { page } = await open({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${service.origin}/docs/rest#${operation}`);
    const reference = page.locator('rapi-doc');
    await reference.getByRole('navigation', { name: 'Contents' }).waitFor();
    const fields = reference.locator('api-request').locator('input, textarea, select');
    await fields.first().waitFor();
    for (const field of await fields.all()) expect(await field.getAttribute('aria-label')).toMatch(/\S/);
    // Its colours are RapiDoc's.
    const found = await violations(page);
    expect(found.filter((line) => !line.startsWith('color-contrast'))).toEqual([]);
  },
  30_000,
);
