import { execFileSync } from 'node:child_process';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll } from 'vitest';

const { CHROMIUM = 'chromium' } = process.env;
const QUIET = ['background-networking', 'component-update', 'sync'].map((what) => `--disable-${what}`);

/** The distribution's Chromium: nothing is downloaded. */
export async function openBrowser() {
  const executablePath = execFileSync('which', [CHROMIUM], { encoding: 'utf8' }).trim();
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', ...QUIET];
  const browser = await chromium.launch({ executablePath, args });
  afterAll(() => browser.close());
  return {
    /** A page in a profile of its own, and what its console says against it. */
    open: async (options: BrowserContextOptions = {}): Promise<{ page: Page; complaints: string[] }> => {
      const page = await (await browser.newContext(options)).newPage();
      page.setDefaultTimeout(150_000);
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      return { page, complaints };
    },
  };
}
