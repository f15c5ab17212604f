// npm run bench:dashboard-page: what a person waits for, in headless Chromium on the service's own machine.
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { freePort } from '../../../src/platform/database/embedded/postmaster.ts';
import { startBuilt } from '../../dashboard/support/start-built.ts';
import { fillLargeSeat } from './large-seat.ts';
import { measure } from './measure.ts';
import { liveMemory } from './memory.ts';
import { measurePacing } from './pacing.ts';
import { report } from './report.ts';

const { CHROMIUM = 'chromium' } = process.env;
const dataDir = await mkdtemp(join(tmpdir(), 'flightline-bench-dashboard-'));
await chmod(dataDir, 0o711);
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const service = await startBuilt({ port, dataDir });
const flightline = async (...args: string[]) => {
  const env = { ...process.env, PORT: String(port), FLIGHTLINE_DATA_DIR: join(dataDir, 'data') };
  const command = promisify(execFile)(process.execPath, ['dist/cli/main.js', ...args, '--json'], { env });
  return JSON.parse((await command).stdout);
};
const found = (what: string) => new RegExp(`^client ${what}: (\\S+)$`, 'm').exec(service.text)?.[1] ?? '';
const { stdout } = await promisify(execFile)('which', [CHROMIUM]);
const browser = await chromium.launch({
  executablePath: stdout.trim(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
});

try {
  const seats = {
    demo: { clientId: found('id'), clientSecret: found('secret') },
    large: await fillLargeSeat({ flightline, dataDir }),
  };
  const { clientId, clientSecret } = seats.large;
  const who = ['--client', clientId, '--secret', clientSecret, '--realm', 'dsp', '--scope', 'dsp-api-access'];
  const { access_token: token = '' } = await flightline('token', ...who, '--url', origin);
  await measurePacing({ origin, token });
  for (const [seat, person] of Object.entries(seats)) {
    console.log(`\n${seat} seat`);
    const page = await (await browser.newContext()).newPage();
    await measure({ page, origin, person, rows: seat === 'large' ? 100_000 : undefined });
    if (seat === 'demo') await memory(page, person);
  }

  async function memory(page: Page, { clientId, clientSecret }: typeof seats.demo): Promise<void> {
    const who = ['--client', clientId, '--secret', clientSecret, '--realm', 'events'];
    const token = await flightline('token', ...who, '--scope', 'pixel-event', '--url', origin);
    const readings = await liveMemory({ page, origin, token: token.access_token, pixelId: 2 });
    const [first = 0, last = 0] = [readings[0], readings.at(-1)];
    console.log(`heap of the live page: ${readings.map((size) => size.toFixed(1)).join(', ')} MB`);
    report('its growth from the first quarter on', (last / first - 1) * 100, '%', 5);
  }
} finally {
  await browser.close();
  await service.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
}
