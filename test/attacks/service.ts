import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../src/platform/database/embedded/postmaster.ts';
import type { Target } from './attack.ts';

const DIST = join(import.meta.dirname, '../../dist');
const START_MS = 120_000;
/** As `npm start` gives them; ATTACK_NODE_FLAGS has others, such as `--cpu-prof`. */
const NODE_FLAGS = (
  process.env.ATTACK_NODE_FLAGS ?? '--max-semi-space-size=32 --heap-growing-percent=60'
).split(' ');

const UNLIMITED = ['graphql-per-hr', 'get-per-min', 'get-per-hr', 'get-per-day', 'native-per-hr']
  .map((quota) => `--${quota} 1000000000`)
  .join(' ');

/** The built service as `npm start` runs it: embedded PostgreSQL, a data directory of its own, the demo seat. */
export class AttackedService {
  readonly origin: string;
  readonly pid: number;
  readonly #child: ChildProcess;
  readonly #dir: string;
  readonly #env: Record<string, string>;

  private constructor(options: {
    child: ChildProcess;
    dir: string;
    env: Record<string, string>;
    origin: string;
  }) {
    this.#child = options.child;
    this.#dir = options.dir;
    this.#env = options.env;
    this.origin = options.origin;
    this.pid = options.child.pid ?? 0;
    process.once('exit', () => void this.#child.kill());
  }

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<AttackedService> {
    const dir = mkdtempSync(join(tmpdir(), 'flightline-attacks-'));
    const port = await freePort();
    const env = {
      ...(process.env as Record<string, string>),
      NODE_ENV: 'production',
      PORT: String(port),
      FLIGHTLINE_DATA_DIR: join(dir, 'data'),
      FLIGHTLINE_DEMO: 'on',
      FLIGHTLINE_MASTER_KEY: randomBytes(32).toString('base64'),
      ...settings,
    };
    const log = openSync(join(dir, 'log'), 'w');
    const child = spawn(process.execPath, [...NODE_FLAGS, join(DIST, 'main.js')], {
      env,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    const service = new AttackedService({ child, dir, env, origin: `http://127.0.0.1:${port}` });
    try {
      await service.#ready();
    } catch (error) {
      await service.stop();
      throw error;
    }
    return service;
  }

  async #ready(): Promise<void> {
    const until = Date.now() + START_MS;
    while (!(await isReady(this.origin))) {
      if (Date.now() > until || this.#child.exitCode !== null)
        throw new Error(`The service did not start:\n${this.log().slice(-4000)}`);
      await sleep(100);
    }
  }

  log(): string {
    return readFileSync(join(this.#dir, 'log'), 'utf8');
  }

  /** A client with a user of its own, in the demo seat. */
  async newTarget(): Promise<Target> {
    const { login } = await this.#newClient(1, '--realm dsp --realm events --pixel 2');
    const token = await this.#token(login, 'dsp', 'dsp-api-access');
    const eventsToken = await this.#token(login, 'events', 'pixel-event');
    return { ...(await this.#place()), seatId: 1, token, tokens: [token], eventsToken };
  }

  /** Users of a seat of their own, whose quotas are so high that nothing but shares holds them back. */
  async newSeat(users: number): Promise<Target> {
    const { seatId } = (await this.cli('seat create --name Crowd')) as { seatId: number };
    const tokens: string[] = [];
    for (let user = 0; user < users; user += 1) {
      const { userId, login } = await this.#newClient(seatId, '--realm dsp');
      await this.cli(`quota set --user ${userId} ${UNLIMITED}`);
      tokens.push(await this.#token(login, 'dsp', 'dsp-api-access'));
    }
    return { ...(await this.#place()), seatId, token: tokens[0] ?? '', tokens, eventsToken: '' };
  }

  async #newClient(seatId: number, options: string): Promise<{ userId: number; login: string }> {
    const client = (await this.cli(`client create --seat ${seatId} --role ADMIN ${options}`)) as {
      clientId: string;
      clientSecret: string;
      userId: number;
    };
    return {
      userId: client.userId,
      login: `--client ${client.clientId} --secret ${client.clientSecret}`,
    };
  }

  async #token(login: string, realm: string, scope: string): Promise<string> {
    const answer = await this.cli(`token ${login} --realm ${realm} --scope ${scope} --url ${this.origin}`);
    return (answer as { access_token: string }).access_token;
  }

  async #place(): Promise<Pick<Target, 'origin' | 'port' | 'pid' | 'databaseUrl' | 'masterKey'>> {
    const { url } = (await this.cli('database url')) as { url: string };
    return {
      origin: this.origin,
      port: Number(new URL(this.origin).port),
      pid: this.pid,
      databaseUrl: url,
      masterKey: this.#env.FLIGHTLINE_MASTER_KEY ?? '',
    };
  }

  async cli(command: string): Promise<unknown> {
    const parts = [join(DIST, 'cli/main.js'), ...command.split(' '), '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, parts, { env: this.#env });
    return JSON.parse(stdout);
  }

  async stop(): Promise<void> {
    const exited = this.#child.exitCode === null ? once(this.#child, 'exit') : undefined;
    this.#child.kill('SIGTERM');
    const late = setTimeout(() => this.#child.kill('SIGKILL'), 15_000);
    await exited;
    clearTimeout(late);
    rmSync(this.#dir, { recursive: true, force: true });
  }
}

async function isReady(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
  return answer?.status === 200;
}
