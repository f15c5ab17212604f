import { expect, it } from 'vitest';
import { serve } from '../client/service.ts';
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

it('a visit of / shows the dashboard, and its links lead on', async () => {
  const { page, complaints } = await open();
  await page.goto(service.origin);
  expect(new URL(page.url()).pathname).toBe('/dashboard');
  await page.getByRole('link', { name: 'Documentation' }).click();
  await page.getByRole('link', { name: 'Getting started' }).click();
  await page.waitForURL('**/docs/getting-started');
  expect(complaints).toEqual([]);
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
  // The answer to the schema's query before there was a token.
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);

  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByText('Paste an access token').waitFor();
});

it('a shared link shows its query', async () => {
  const { page } = await open();
  await page.goto(`${service.origin}/graphql?query=${encodeURIComponent('query Shared { __typename }')}`);
  await page.locator('.graphiql-editors').getByText('Shared').waitFor();
});

it.each(['light', 'dark'] as const)(
  'the REST reference shows its operations, %s as the system is',
  async (colorScheme) => {
    const { page, complaints } = await open({ colorScheme });
    await page.goto(`${service.origin}/docs/rest`);
    await page.getByText('List Advertisers').first().waitFor({ timeout: 150_000 });
    expect(await page.locator('rapi-doc').getAttribute('theme')).toBe(colorScheme);
    expect(complaints).toEqual([]);
  },
);
