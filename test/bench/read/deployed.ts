import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../src/platform/database/embedded/postmaster.ts';

const MAIN = join(import.meta.dirname, '../../../dist/main.js');

/**
 * The service as `npm start` runs it, for its memory: processes of a bench also hold what takes the types away, some
 * 60 MiB.
 */
export class DeployedService {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #dataDir: string;

  private constructor(url: string, child: ChildProcess, dataDir: string) {
    this.url = url;
    this.#child = child;
    this.#dataDir = dataDir;
  }

  static async start(env: Record<string, string>): Promise<DeployedService> {
    const port = String(await freePort());
    const dataDir = await mkdtemp(join(tmpdir(), 'flightline-bench-'));
    const flags = ['--max-semi-space-size=32', '--heap-growing-percent=60'];
    const more = { NODE_ENV: 'production', LOG_LEVEL: 'error', FLIGHTLINE_DATA_DIR: dataDir };
    const child = spawn(process.execPath, [...flags, MAIN], {
      env: { ...process.env, ...env, ...more, PORT: port },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const service = new DeployedService(`http://127.0.0.1:${port}`, child, dataDir);
    while (!(await service.#isReady())) {
      if (child.exitCode !== null) throw new Error('The service did not start.');
      await sleep(100);
    }
    return service;
  }

  async #isReady(): Promise<boolean> {
    const answer = await fetch(`${this.url}/readyz`).catch(() => undefined);
    return answer?.ok ?? false;
  }

  /** Resident memory in MiB, and the most that it was. */
  async memory(): Promise<{ now: number; most: number }> {
    const status = await readFile(`/proc/${this.#child.pid}/status`, 'utf8');
    const mib = (name: string) => Math.round(Number(status.match(`${name}:\\s+(\\d+)`)?.[1]) / 1024);
    return { now: mib('VmRSS'), most: mib('VmHWM') };
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
    await rm(this.#dataDir, { recursive: true, force: true });
  }
}
