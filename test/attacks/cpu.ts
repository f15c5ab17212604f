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
    const fields = statOf(pid);
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

/** The numbers of /proc/PID/stat behind the name of the process, from its parent on. */
function statOf(pid: number): number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

interface Used {
  readonly ms: number;
  /** Pages of memory that it was given. */
  readonly pages: number;
}

const NOTHING: Used = { ms: 0, pages: 0 };
const MINOR_FAULTS = 7;

const usedBy = async (target: Target): Promise<Used> => ({
  ms: await cpuOf(target),
  pages: process.platform === 'linux' ? (statOf(target.pid)[MINOR_FAULTS] ?? 0) : 0,
});

const less = (a: Used, b: Used, times = 1): Used => ({
  ms: a.ms - times * b.ms,
  pages: a.pages - times * b.pages,
});

const usualRates = new Map<string, Promise<Used>>();
const DEFAULT_MS = 2_000;

/** What a millisecond costs without an attack: the second client asks, and the service has work of its own. */
function usualRate(target: Target): Promise<Used> {
  const rate = (async () => {
    const before = await usedBy(target);
    await sleep(DEFAULT_MS);
    return less(NOTHING, less(before, await usedBy(target)), 1 / DEFAULT_MS);
  })();
  usualRates.set(target.origin, rate);
  return rate;
}

/** Milliseconds that a new page of memory costs on most machines. */
const DEFAULT_PAGE_MS = 0.0005;
const PAGE = 4_096;
const TOUCHED = 128 * 1024 * 1024;
/** Small enough that the system gives them page by page. */
const BLOCK = 256 * 1024;

let pageMs: number | undefined;

/**
 * Milliseconds that a new page of memory costs here beyond what it usually does. A virtual machine that returns free memory
 * to its host pays thirty times as much, whatever asks for the memory. Measured once, by touching memory.
 */
function excessOfPage(): number {
  if (pageMs === undefined) {
    const [before, cpu] = [process.resourceUsage().minorPageFault, process.cpuUsage()];
    const blocks = Array.from({ length: TOUCHED / BLOCK }, () => Buffer.allocUnsafeSlow(BLOCK));
    for (const block of blocks) for (let at = 0; at < BLOCK; at += PAGE) block[at] = 1;
    const { user, system } = process.cpuUsage(cpu);
    const pages = process.resourceUsage().minorPageFault - before;
    pageMs = (user + system) / 1000 / Math.max(pages, TOUCHED / PAGE);
  }
  return Math.max(pageMs - DEFAULT_PAGE_MS, 0);
}

/** What was done cost more CPU than is allowed. */
export class TooMuchCpu extends Error {}

/** Bytes of new memory for each millisecond of CPU that is allowed, so that memory is bounded as well. */
const MEMORY_OF_MS = 1024 * 1024;

/**
 * Rejects if what is done costs more CPU of the service than so much, or new memory out of all proportion. What the pages of
 * memory cost because this machine gives them out slowly is not counted.
 */
export async function within(target: Target, mostMs: number, work: () => Promise<void>): Promise<void> {
  const usual = await (usualRates.get(target.origin) ?? usualRate(target));
  const excess = excessOfPage();
  const before = await usedBy(target);
  const begun = performance.now();
  await work();
  const { ms, pages } = less(less(await usedBy(target), before), usual, performance.now() - begun);
  const ownMs = ms - Math.max(pages, 0) * excess;
  const text = `${ms.toFixed(0)} ms of CPU and ${pages.toFixed(0)} pages of memory, which cost ${(excess * 1000).toFixed(1)} µs each more than usual`;
  if (process.env.ATTACK_CPU === 'on') console.log(`${ownMs.toFixed(0)} of ${mostMs.toFixed(0)} ms: ${text}`);
  if (ownMs > mostMs)
    throw new TooMuchCpu(`${text}: ${ownMs.toFixed(0)} ms, at most ${mostMs.toFixed(0)} ms are allowed`);
  if (pages * PAGE > mostMs * MEMORY_OF_MS)
    throw new Error(`${text}: at most ${mostMs.toFixed(0)} MiB of memory are allowed`);
}
