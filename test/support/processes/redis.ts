import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import { openRedis } from '../../../src/redis/open.ts';
import type { Redis } from '../../../src/redis/redis.ts';
import { freePort } from './start.ts';

const PASSWORD = 'a password that no log has';

export interface RedisServer {
  readonly url: string;
  /** Opens a connection, as each process has one. */
  open(log?: Parameters<typeof openRedis>[0]['log']): Promise<Redis>;
  /** Kills it; what it held is lost. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Lets it hang, or go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
}

/** A redis-server of the calling test file's own, from the distribution's package. */
export async function startRedis(): Promise<RedisServer> {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
  } catch {
    throw new Error('This test starts redis-server. Install it: apt-get install redis-server.');
  }
  const port = await freePort();
  const url = `redis://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const opened: Redis[] = [];
  const kill = async () => {
    const dying = child;
    child = undefined;
    if (!dying || dying.exitCode !== null) return;
    dying.kill('SIGCONT');
    dying.kill('SIGKILL');
    await once(dying, 'exit');
  };
  const start = async () => {
    if (child) return;
    child = spawn(
      'redis-server',
      ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--requirepass', PASSWORD],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    for await (const text of child.stdout ?? []) if (/Ready to accept/.test(String(text))) break;
  };
  const open: RedisServer['open'] = async (log = pino({ level: 'silent' })) => {
    const redis = await openRedis({ url, prefix: 'test:', log });
    opened.push(redis);
    return redis;
  };
  await start();
  afterAll(async () => {
    for (const redis of opened) await redis.close();
    await kill();
  });
  return { url, open, kill, start, signal: (signal) => void child?.kill(signal) };
}

/** Where quotas and windows may be; `open` answers what a process of that store has besides its database. */
export const STORES: readonly ['PostgreSQL' | 'Redis', () => Promise<() => Promise<Redis | undefined>>][] = [
  ['PostgreSQL', async () => async () => undefined],
  ['Redis', async () => (await startRedis()).open],
];
