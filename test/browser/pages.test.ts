import { expect, it } from 'vitest';
import { serve } from '../client/service.ts';
import { violations } from '../dashboard/support/axe.ts';
import { tokenFor } from '../support/actors.ts';
import { advertiserInput } from '../support/traffic/traffic.ts';
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
  // The dashboard requests whether somebody is signed in.
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
  // Without a token the page requests who is signed in to the dashboard.
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);

  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByText('Paste an access token').waitFor();
});

it('a shared link shows its query, and the schema is not requested before there is a token', async () => {
  const { page } = await open();
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') requests.push(request.postData() ?? '');
  });
  await page.goto(`${service.origin}/graphql?query=${encodeURIComponent('query Shared { __typename }')}`);
  await page.locator('.graphiql-editors').getByText('Shared').waitFor();
  await page.getByText('Paste an access token to load the schema').waitFor();
  // Workers of the editor keep the network busy; what the page itself would ask for is sent before it is idle.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  expect(requests.filter((body) => body.includes('__schema'))).toEqual([]);
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

it.each([
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 390 },
] as const)(
  'the REST reference has no violation, $colorScheme at $width px',
  async ({ colorScheme, width }) => {
    const { page, complaints } = await open({ colorScheme, viewport: { width, height: 900 } });
    await page.goto(`${service.origin}/docs/rest`);
    await page.locator('#operations-Traffic-listAdvertisers').getByRole('button').first().click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByRole('button', { name: 'Execute' }).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(complaints).toEqual([]);
  },
);

it('a link to an operation of the REST reference opens it; its request goes to the address of the page', async () => {
  const { page } = await open();
  await page.goto(`${service.origin}/docs/rest#/Traffic/createAdvertiser`);
  await page.getByRole('button', { name: 'Try it out' }).click();
  await page.getByRole('textbox', { name: 'Request body' }).waitFor();
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Execute' }).click();
  expect((await sent).url()).toBe(`${service.origin}/traffic/advertisers`);
  await page.getByRole('cell', { name: '401' }).first().waitFor();
});
