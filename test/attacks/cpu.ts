import type { Target } from './attack.ts';

/** Milliseconds of CPU that the service has used since its start. */
export async function cpuOf({ origin }: Target): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const seconds = /^process_cpu_seconds_total (\S+)/m.exec(text)?.[1];
  if (seconds === undefined) throw new Error('The service does not say how much CPU it has used.');
  return Number(seconds) * 1000;
}

/** Rejects if what is done costs more CPU of the service than so much. */
export async function within(target: Target, mostMs: number, work: () => Promise<void>): Promise<void> {
  const before = await cpuOf(target);
  await work();
  const ms = (await cpuOf(target)) - before;
  if (ms > mostMs) throw new Error(`${ms.toFixed(0)} ms of CPU, at most ${mostMs.toFixed(0)} ms are allowed`);
}
