import type { Page } from 'playwright-core';
import { report } from './report.ts';
import { measureScroll } from './scroll.ts';

const TRIES = 5;

interface Measured {
  readonly page: Page;
  readonly origin: string;
  readonly person: { readonly clientId?: string; readonly clientSecret?: string };
  /** Of the report that is scrolled. */
  readonly rows: number | undefined;
}

/** Each aim of the dashboard on one seat, printed as it is known. */
export async function measure({ page, origin, person, rows }: Measured): Promise<void> {
  await page.goto(`${origin}/dashboard`);
  await page.getByLabel('Client ID').fill(person.clientId ?? '');
  await page.getByLabel('Client secret').fill(person.clientSecret ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('[data-complete=true]').first().waitFor();

  const loads = [];
  for (let run = 0; run < TRIES; run += 1) loads.push(await load(page, origin));
  report('JavaScript before the overview', median(loads.map(({ bytes }) => bytes / 1000)), 'kB', 220);
  report('first contentful paint', median(loads.map(({ paint }) => paint)), 'ms', 400);
  report('all figures of the overview', median(loads.map(({ figures }) => figures)), 'ms', 1200);
  report('requests to GraphQL for it', median(loads.map(({ requests }) => requests)), '', 2);

  // The first visit of a page loads its code.
  const changes: number[] = [];
  for (const name of ['Campaigns', 'Reports', 'History', 'Settings', 'Campaigns', 'Reports', 'History'])
    changes.push(await timed(page, () => page.getByRole('navigation').getByRole('link', { name }).click()));
  report('a change of page', median(changes.slice(4)), 'ms', 200);

  const typed: number[] = [];
  await page.keyboard.press('/');
  await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').waitFor();
  for (const text of ['li', 'line', 'adv', 'camp', 'shoes']) typed.push(await searched(page, text));
  report('typing to results', median(typed), 'ms', 100);
  await page.keyboard.press('Escape');
  if (rows) await measureScroll({ page, origin, rows });
}

/** One load of the overview with an empty cache. */
async function load(page: Page, origin: string) {
  let requests = 0;
  const count = (request: { url(): string }) => {
    if (request.url().endsWith('/graphql')) requests += 1;
  };
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  page.on('request', count);
  await page.goto('about:blank');
  await page.goto(`${origin}/dashboard#/`);
  await page.locator('[data-complete=true]').first().waitFor();
  const times = await page.evaluate(() => ({
    bytes: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    figures: performance.getEntriesByName('figures')[0]?.startTime ?? Number.NaN,
  }));
  page.off('request', count);
  return { ...times, requests };
}

/** From a letter in the search box until its results are drawn, measured in the page, without the overhead of the driver. */
function searched(page: Page, text: string): Promise<number> {
  return page.evaluate(async (given) => {
    const box = document.querySelector<HTMLInputElement>('dialog[aria-label=Search] input');
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    const start = performance.now();
    setValue?.call(box, given);
    box?.dispatchEvent(new Event('input', { bubbles: true }));
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    do await frame();
    while (document.querySelector('#palette-options')?.getAttribute('aria-busy') !== 'false');
    return performance.now() - start;
  }, text);
}

/** From an action until nothing of the page is waiting for data. */
async function timed(page: Page, act: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await act();
  await page.waitForFunction(() => document.querySelector('[aria-busy=true], .waiting') === null);
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
