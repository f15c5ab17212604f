import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, vi } from 'vitest';
import { parse } from 'yaml';
import { requireInstalled } from './installed.ts';
import { freePort } from './start.ts';

const COMPOSE = join(import.meta.dirname, '../../../docker-compose.cluster.yml');

/** The servers of the compose file that the proxy sends calls to. */
export type Upstream = 'api-1' | 'api-2' | 'intake-1' | 'intake-2';

/** The configuration that docker-compose.cluster.yml gives to its proxy, with `$$` read as compose reads it. */
export async function shippedConfiguration(): Promise<string> {
  const { configs } = parse(await readFile(COMPOSE, 'utf8'), { merge: true });
  return configs['nginx.conf'].content.replaceAll('$$', '$');
}

/** Debian's nginx with that configuration, on loopback addresses; stopped after the test file. */
export class Nginx {
  readonly origin: string;
  readonly #folder: string;
  #log = '';

  private constructor(port: number, folder: string) {
    this.origin = `http://127.0.0.1:${port}`;
    this.#folder = folder;
  }

  static async create(ports: Record<Upstream, number>): Promise<Nginx> {
    requireInstalled('nginx', 'nginx-light', '-v');
    const port = await freePort();
    const folder = await mkdtemp(join(tmpdir(), 'nginx-'));
    afterAll(() => rm(folder, { recursive: true, force: true }));
    let server = (await shippedConfiguration()).replace('listen 80;', `listen 127.0.0.1:${port};`);
    for (const [name, own] of Object.entries(ports))
      server = server.replaceAll(`${name}:4000`, `127.0.0.1:${own}`);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${folder}/${kind};`,
    );
    await writeFile(
      join(folder, 'nginx.conf'),
      `daemon off; pid ${folder}/pid; error_log stderr warn; worker_processes 1;
       events {} http { access_log off; ${temporary.join(' ')} ${server} }`,
    );
    return new Nginx(port, folder);
  }

  /** What `nginx -t` says of it; throws if it is refused. */
  async check(): Promise<string> {
    const { stderr } = await promisify(execFile)('nginx', ['-t', ...this.#options]);
    return stderr;
  }

  async start(): Promise<void> {
    const child = spawn('nginx', this.#options, { stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.on('data', (chunk) => {
      this.#log += String(chunk);
    });
    afterAll(async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    });
    await vi.waitFor(
      () => {
        if (child.exitCode !== null) throw new Error(`nginx ended: ${this.#log}`);
        return fetch(`${this.origin}/up`);
      },
      { timeout: 10_000 },
    );
  }

  get #options(): string[] {
    return ['-c', join(this.#folder, 'nginx.conf'), '-e', 'stderr'];
  }
}
