import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Frame, scrolledFrames } from './frames.ts';
import { report } from './report.ts';

const ROUNDS = 3;
const AIM_MS = 50;
/** As many as the scroll passes. */
const STATIC_ROWS = 6000;

interface Place {
  readonly page: Page;
  readonly origin: string;
  readonly rows: number;
}

/** A report of so many rows, scrolled from its top on a fresh page, several times, each next to a page without scripts. */
export async function measureScroll({ page, origin, rows }: Place): Promise<void> {
  const context = page.context();
  const browser = context.browser();
  if (!browser) throw new Error('The page has no browser.');
  const url = await finishedReport({ page, origin, rows });
  await page.goto('about:blank');
  for (let round = 0; round < ROUNDS; round += 1) {
    const { frames, html } = await scrolledReport(browser, context, url);
    const bare = await scrolledTable(browser, context, html);
    report(`longest frame scrolling ${rows} rows`, worst(frames).wait, 'ms', AIM_MS);
    console.log(`  ${summary(frames)}\n  a page without scripts: ${summary(bare)}`);
  }
}

/** Runs the report; how long after its end its rows are shown. */
async function finishedReport({ page, origin, rows }: Place): Promise<string> {
  await page.goto(`${origin}/dashboard#/reports/new`);
  await page.getByRole('checkbox', { name: 'Line', exact: true }).check();
  await page.getByLabel('Row limit').fill(String(rows));
  await page.getByLabel('Range').selectOption('Last 14 days');
  const shown = page.evaluate(async () => {
    const has = async (selector: string) => {
      while (!document.querySelector(selector))
        await new Promise((resolve) => requestAnimationFrame(resolve));
      return performance.now();
    };
    const finished = await has('section[aria-label="Rows"]');
    return (await has('section[aria-label="Table of rows"] [aria-rowindex]')) - finished;
  });
  await page.getByRole('button', { name: 'Run' }).click();
  console.log(`from the end of a report to its rows: ${(await shown).toFixed(0)} ms`);
  const table = page.getByRole('table', { name: 'Rows', exact: true });
  const count = Number(await table.getAttribute('aria-rowcount')) - 1;
  if (count !== rows) throw new Error(`The report has ${count} rows, not ${rows}.`);
  return page.url();
}

async function scrolledReport(browser: Browser, context: BrowserContext, url: string) {
  const page = await context.newPage();
  await page.goto(url);
  const box = page.getByRole('region', { name: 'Table of rows' });
  await box.waitFor();
  const html = await box.evaluate((element) => element.outerHTML);
  const frames = await scrolledFrames({ browser, page, box });
  await page.close();
  return { frames, html };
}

/** The floor: rows of the same look that are all there from the start. */
async function scrolledTable(browser: Browser, context: BrowserContext, html: string): Promise<Frame[]> {
  const page = await context.newPage();
  await page.setContent(html);
  await page.addStyleTag({ content: STYLE });
  const box = page.getByRole('region', { name: 'Table of rows' });
  await box.evaluate((element, count) => {
    const row = element.querySelector('[aria-rowindex]');
    const body = row?.parentElement;
    if (row) body?.replaceChildren(...Array.from({ length: count }, () => row.cloneNode(true)));
  }, STATIC_ROWS);
  const frames = await scrolledFrames({ browser, page, box });
  await page.close();
  return frames;
}

const STYLE = `
  section { max-height: 70vh; overflow: auto }
  table { table-layout: fixed; width: 100%; border-spacing: 0 }
  td { height: 34px; border-bottom: 1px solid #ddd; box-sizing: border-box }`;

const worst = (frames: readonly Frame[]): Frame =>
  frames.reduce((most, frame) => (frame.wait > most.wait ? frame : most));

function summary(frames: readonly Frame[]): string {
  const { wait, work } = worst(frames);
  const [late, busy] = [frames.filter((frame) => frame.wait > AIM_MS), frames.map((frame) => frame.work)];
  const mean = busy.reduce((sum, each) => sum + each, 0) / frames.length;
  return `${frames.length} frames, ${late.length} over ${AIM_MS} ms; longest ${wait.toFixed(0)} ms (main thread at work ${work.toFixed(0)}); work a frame ${mean.toFixed(1)}, at most ${Math.max(...busy).toFixed(0)} ms`;
}
