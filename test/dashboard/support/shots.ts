import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';

/** Pictures to be looked at after a run; not kept in the repository. */
export const SHOTS = 'node_modules/.cache/dashboard-shots';
await mkdir(SHOTS, { recursive: true });

export const shoot = (page: Page, name: string, options: { fullPage?: boolean } = { fullPage: true }) =>
  page.screenshot({ path: `${SHOTS}/${name}.png`, ...options });
