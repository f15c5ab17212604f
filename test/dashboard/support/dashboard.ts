import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, inject } from 'vitest';
import { openBrowser } from '../../browser/chromium.ts';

export const served = inject('served');
const browser = await openBrowser();
const opened = new Set<BrowserContext>();
// A page that stays open asks again and again, and the next test waits for its answers.
afterEach(async () => {
  await Promise.all([...opened].map((context) => context.close()));
  opened.clear();
});
async function open(options: BrowserContextOptions) {
  const visit = await browser.open(options);
  opened.add(visit.page.context());
  return visit;
}

const WAIT_TIMEOUT_MS = 20_000;

/** The command line on the service's database. */
export const flightline = <Answer>(...args: readonly string[]): Promise<Answer> => run<Answer>(args, {});

async function run<Answer>(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Answer> {
  const env = {
    ...process.env,
    PORT: String(served.port),
    FLIGHTLINE_DATA_DIR: join(served.dataDir, 'data'),
    ...settings,
  };
  const { stdout } = await promisify(execFile)(process.execPath, ['dist/cli/main.js', ...args, '--json'], {
    env,
  });
  return JSON.parse(stdout) as Answer;
}

/** An access token, as a program gets one. */
export async function tokenOf({
  clientId,
  clientSecret,
}: Pick<Person, 'clientId' | 'clientSecret'> = demo): Promise<string> {
  const realm = ['--realm', 'dsp', '--scope', 'dsp-api-access', '--url', served.origin];
  const { access_token: token } = await run<{ access_token: string }>(
    ['token', '--client', clientId, ...realm],
    { FLIGHTLINE_CLIENT_SECRET: clientSecret },
  );
  return token;
}

export interface Person {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly userId: number;
  readonly seatId: number;
}
const demo = { clientId: served.clientId, clientSecret: served.clientSecret };

/** Someone with a role in the demo seat, or in another one. */
export const newPerson = (role: 'ADMIN' | 'EDITOR' | 'VIEWER', seatId = 1): Promise<Person> =>
  flightline('client', 'create', '--seat', String(seatId), '--role', role);

/** A page of the dashboard in a profile of its own, signed in by client ID and secret. */
export async function signedIn(
  person: Pick<Person, 'clientId' | 'clientSecret'> = demo,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> {
  const { page, complaints } = await open({ viewport: { width: 1280, height: 900 }, ...options });
  page.setDefaultTimeout(WAIT_TIMEOUT_MS);
  await page.goto(`${served.origin}/dashboard`);
  await page.getByLabel('Client ID').fill(person.clientId);
  await page.getByLabel('Client secret').fill(person.clientSecret);
  // Until here every read was a 401, which the console reports.
  complaints.length = 0;
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('#content').waitFor();
  return { page, complaints };
}

/** A page without a session. */
export async function visitor(options: BrowserContextOptions = {}) {
  const visit = await open(options);
  visit.page.setDefaultTimeout(WAIT_TIMEOUT_MS);
  return visit;
}

/** Goes to a place of the dashboard and waits until nothing is loading. */
export async function goTo(page: Page, route: string): Promise<void> {
  await page.goto(`${served.origin}/dashboard#${route}`);
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy=true], .waiting') === null);
}

/** What GraphQL answers to the person behind a page. */
export function ask<Data>(page: Page, query: string, variables: object = {}): Promise<Data> {
  return page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json', 'x-flightline-dashboard': '1' };
      const response = await fetch('graphql', { method: 'POST', headers, body: JSON.stringify(body) });
      const { data, errors } = await response.json();
      if (errors) throw new Error(JSON.stringify(errors));
      return data;
    },
    { query, variables },
  );
}
