import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../../src/platform/database/embedded/postmaster.ts';
import { visitor } from '../support/dashboard.ts';
import { startBuilt } from '../support/start-built.ts';

/** Nobody works on reports here, so that one waits as long as a large one runs. */
const settings = { FLIGHTLINE_SERVICES: 'graphql,identity,intake,attribution,traffic,native,reporting' };

it('a report that is not finished is cancelled from its page, and says so without being asked', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'flightline-cancel-'));
  await chmod(dataDir, 0o711);
  const port = await freePort();
  const service = await startBuilt({ port, dataDir, settings });
  onTestFinished(async () => {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
  });
  const { page, complaints } = await visitor();
  await page.goto(/^(http\S+#\/sign-in\?code=\S+)$/m.exec(service.text)?.[1] ?? '');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.goto(`http://127.0.0.1:${port}/dashboard#/reports/new`);
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('progressbar').waitFor();
  await page.getByText('Submitted').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Cancelled.').waitFor();
  await page.getByText('Failed').waitFor();
  expect(await page.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
  expect(await page.getByRole('progressbar').count()).toBe(0);
  expect(complaints).toEqual([]);
});
