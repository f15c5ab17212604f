import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../src/platform/database/embedded/postmaster.ts';
import { visitor } from './support/dashboard.ts';
import { startBuilt } from './support/start-built.ts';

it('a page outlives a stop and a start of the service: it says so meanwhile, and is still signed in', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'flightline-restart-'));
  await chmod(dataDir, 0o711);
  const port = await freePort();
  let service = await startBuilt({ port, dataDir });
  onTestFinished(async () => {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
  });
  const { page } = await visitor();
  const printed = (what: string) => new RegExp(`^client ${what}: (\\S+)$`, 'm').exec(service.text)?.[1] ?? '';
  await page.goto(`http://127.0.0.1:${port}/dashboard`);
  await page.getByLabel('Client ID').fill(printed('id'));
  await page.getByLabel('Client secret').fill(printed('secret'));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Advertisers' }).click();
  await page.getByRole('link', { name: 'Northwind Outdoor' }).waitFor();

  await service.stop();
  await page.getByLabel('Filter advertisers by name').fill('casa');
  await page.getByText('The service cannot be reached.').first().waitFor();
  // What was shown stays.
  expect(await page.getByRole('link', { name: 'Northwind Outdoor' }).count()).toBe(1);

  service = await startBuilt({ port, dataDir });
  // Without a click.
  await page.getByRole('link', { name: /^Casa Verde/ }).waitFor();
  expect(await page.getByRole('heading', { name: 'Sign in' }).count()).toBe(0);
});
