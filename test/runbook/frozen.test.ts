import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { stringify } from 'yaml';
import { requireInstalled } from '../support/processes/installed.ts';
import { freePort, startTokenProcess } from '../support/processes/start.ts';
import { testSystem } from '../support/system.ts';
import { expectInRunbook } from './support.ts';

const RULES = join(import.meta.dirname, '../../docs/operations/alerts.yml');

interface Alert {
  readonly state: string;
  readonly labels: Record<string, string>;
}

/** Debian's Prometheus with the shipped rules; it scrapes every second. */
async function prometheus(target: string): Promise<{ alerts(): Promise<Alert[]> }> {
  requireInstalled('prometheus', 'prometheus');
  const folder = await mkdtemp(join(tmpdir(), 'prometheus-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));
  const config = join(folder, 'prometheus.yml');
  await writeFile(
    config,
    stringify({
      global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
      rule_files: [RULES],
      scrape_configs: [{ job_name: 'flightline', static_configs: [{ targets: [target] }] }],
    }),
  );
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    'prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
    ],
    { stdio: 'ignore' },
  );
  onTestFinished(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  return {
    alerts: async () => {
      const answer = await fetch(`http://${address}/api/v1/alerts`);
      return ((await answer.json()) as { data: { alerts: Alert[] } }).data.alerts;
    },
  };
}

test('one process is frozen', async () => {
  const system = await testSystem();
  const port = await freePort();
  const { child, origin } = await startTokenProcess(system, { port, face: 'app' });
  const { alerts } = await prometheus(`127.0.0.1:${port}`);
  const isDown = async () => (await alerts()).filter(({ labels }) => labels.alertname === 'FlightlineDown');
  await vi.waitFor(async () => expect(await isDown()).toEqual([]), { timeout: 60_000, interval: 500 });
  child.kill('SIGSTOP');
  await vi.waitFor(
    async () =>
      expect(await isDown()).toEqual([
        expect.objectContaining({ labels: expect.objectContaining({ instance: `127.0.0.1:${port}` }) }),
      ]),
    { timeout: 60_000, interval: 500 },
  );
  // The command of its section in the runbook.
  await expect(fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(2_000) })).rejects.toThrow(/timeout/);
  expectInRunbook('### FlightlineDown');
}, 180_000);
