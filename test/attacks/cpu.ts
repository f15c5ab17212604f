import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Target } from './attack.ts';

/** Milliseconds of CPU that the service has used since its start. */
export async function cpuOf({ origin }: Target): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const seconds = /^process_cpu_seconds_total (\S+)/m.exec(text)?.[1];
  if (seconds === undefined) throw new Error('The service does not say how much CPU it has used.');
  return Number(seconds) * 1000;
}

/** Milliseconds of CPU that the database has used since its start, for as long as its processes are on this machine. */
export async function databaseCpuOf({ databaseUrl }: Target): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
    const processes = rows.map(({ pid }) => timesOf(pid));
    const server = processes[0] && timesOf(processes[0].parent);
    return processes.reduce((sum, { ownMs }) => sum + ownMs, (server?.ownMs ?? 0) + (server?.endedMs ?? 0));
  } finally {
    await client.end();
  }
}

/** Of a process that has ended meanwhile, its parent knows. */
function timesOf(pid: number): { parent: number; ownMs: number; endedMs: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return {
      parent: fields[1] ?? 0,
      ownMs: (user + system) * TICK_MS,
      endedMs: (endedUser + endedSystem) * TICK_MS,
    };
  } catch {
    return { parent: 0, ownMs: 0, endedMs: 0 };
  }
}

const TICK_MS = 10;

const usualRates = new Map<string, Promise<number>>();
const USUAL_MS = 2_000;

/** The CPU that a millisecond costs without an attack: the second client asks, and the service has work of its own. */
function usualRate(target: Target): Promise<number> {
  const rate = (async () => {
    const before = await cpuOf(target);
    await sleep(USUAL_MS);
    return ((await cpuOf(target)) - before) / USUAL_MS;
  })();
  usualRates.set(target.origin, rate);
  return rate;
}

/** Rejects if what is done costs more CPU of the service than so much. */
export async function within(target: Target, mostMs: number, work: () => Promise<void>): Promise<void> {
  const usual = await (usualRates.get(target.origin) ?? usualRate(target));
  const before = await cpuOf(target);
  const begun = performance.now();
  await work();
  const ms = (await cpuOf(target)) - before - usual * (performance.now() - begun);
  if (ms > mostMs) throw new Error(`${ms.toFixed(0)} ms of CPU, at most ${mostMs.toFixed(0)} ms are allowed`);
}
