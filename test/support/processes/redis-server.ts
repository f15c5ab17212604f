import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { freePort } from '../../../src/platform/database/embedded/postmaster.ts';
import { requireInstalled } from './installed.ts';

const PASSWORD = 'a password that no log has';

/** A redis-server of the distribution's package, with nothing on disk. */
export class RedisServer {
  readonly url: string;
  readonly #port: number;
  #child: ChildProcess | undefined;

  private constructor(port: number) {
    this.#port = port;
    this.url = `redis://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`;
  }

  static async create(): Promise<RedisServer> {
    requireInstalled('redis-server', 'redis-server');
    const server = new RedisServer(await freePort());
    await server.start();
    return server;
  }

  async start(): Promise<void> {
    if (this.#child) return;
    const child = spawn(
      'redis-server',
      ['--port', `${this.#port}`, '--bind', '127.0.0.1', '--save', '', '--requirepass', PASSWORD],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    this.#child = child;
    for await (const text of child.stdout) if (/Ready to accept/.test(String(text))) break;
  }

  /** What redis-cli would send. */
  async command(name: string, ...args: string[]): Promise<unknown> {
    const client = new Redis(this.url);
    try {
      return await client.call(name, ...args);
    } finally {
      client.disconnect();
    }
  }

  /** Kills it; what it held is lost. */
  async kill(): Promise<void> {
    const dying = this.#child;
    this.#child = undefined;
    if (!dying || dying.exitCode !== null) return;
    dying.kill('SIGCONT');
    dying.kill('SIGKILL');
    await once(dying, 'exit');
  }

  /** Lets it hang, or go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(signal);
  }
}
