import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { loadConfig } from '../../../src/config.ts';
import type { System } from '../../../src/domain/context.ts';
import { openSystem } from '../../../src/operations/service/system.ts';
import type { Postgres } from '../../faults/postgres.ts';
import { alternate, type Contender, type Figures } from '../support/alternate.ts';
import { ServerProcess } from '../support/child.ts';

const { BENCH_ROUNDS = '3', BENCH_SECONDS = '3' } = process.env;
export const ROUNDS = Number(BENCH_ROUNDS);
export const SECONDS = Number(BENCH_SECONDS);

/** What has to be stopped or removed when a part of the bench is over, the last first. */
export type Closers = (() => Promise<unknown>)[];

export const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

/** A process of the service with a data directory of its own. */
export async function startProcess(closers: Closers, env: Record<string, string>): Promise<ServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'flightline-bench-'));
  closers.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20 }));
  const server = await ServerProcess.start(join(import.meta.dirname, 'server.ts'), {
    FLIGHTLINE_DATA_DIR: dataDir,
    FLIGHTLINE_MASTER_KEY: MASTER_KEY,
    ...env,
  });
  closers.push(() => server.stop());
  return server;
}

/** As disks of networks take longer to flush than the one of this machine. */
export const FLUSH_MS = 10;

/** From now on, the leader of each group of commits waits before it flushes them. */
export async function slowDown(postgres: Postgres): Promise<void> {
  await postgres.run(`ALTER SYSTEM SET commit_delay = ${FLUSH_MS * 1_000}`);
  await postgres.run('ALTER SYSTEM SET commit_siblings = 0');
  await postgres.run('SELECT pg_reload_conf()');
}

/** Prepares a database through the domain. */
export async function prepare<T>(databaseUrl: string, work: (system: System) => Promise<T>): Promise<T> {
  const config = loadConfig({ DATABASE_URL: databaseUrl, FLIGHTLINE_MASTER_KEY: MASTER_KEY });
  const { system, close } = await openSystem({ config, databaseUrl, log: pino({ level: 'error' }) });
  try {
    return await work(system);
  } finally {
    await close();
  }
}

/** Loads the contenders in turn. Prints their figures, and the ratio of the last to the first. */
export async function compare(
  title: string,
  options: { contenders: readonly Contender[]; connections: number; aim: string },
): Promise<void> {
  const { contenders, connections, aim } = options;
  for (const contender of contenders) await check(contender);
  const all = await alternate(contenders, { rounds: ROUNDS, seconds: SECONDS, connections });
  const [first, last] = [all[0] as Figures, all.at(-1) as Figures];
  for (const { name, perSecond, p50, p99, refused } of all)
    print(title, name, `${Math.round(perSecond)}/s`, `p50 ${p50} ms, p99 ${p99} ms`, refusedText(refused));
  print(title, `${last.name} against ${first.name}`, (last.perSecond / first.perSecond).toFixed(2), aim);
}

const refusedText = (refused: number) => (refused > 0 ? `${refused} refused!` : '');

export const print = (...cells: string[]) => console.log(cells.filter(Boolean).join(' | '));

/** One answer is looked at before the load. */
async function check({ url, name, ...request }: Contender): Promise<void> {
  for (const one of [url].flat()) {
    const answer = await fetch(one, request);
    const text = await answer.text();
    if (answer.status !== 200 || /"errors":\s*\[|"errorCode"/.test(text))
      throw new Error(`${name}: ${answer.status} ${text.slice(0, 500)}`);
  }
}
