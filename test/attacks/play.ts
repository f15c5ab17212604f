import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack } from './attack.ts';
import type { Order, Outcome } from './attacker.ts';
import type { Bystander } from './bystander.ts';
import type { Gauges } from './gauges.ts';

const MAX = { p99Ms: 250, rssMib: 700, loopMs: 200 } as const;
/** What may stay: the heap has grown to its working size, and the gauges have connections of their own. */
const KEPT = { rssMib: 150, connections: 5 } as const;
/** V8 collects what a process that has become idle left behind some 20 s later. */
const RECOVERY_MS = 45_000;
const CALM_MS = 2_000;
/** What an attack may take beyond its time, until its last variant is over. */
const LONGEST_MS = 120_000;

/** A line of the table. */
export interface Row {
  readonly name: string;
  readonly figures: string;
  readonly breaches: readonly string[];
  readonly slowest: readonly string[];
}

/** The gauges and the second client while something happens. */
export async function observe<T>(options: {
  bystander: Bystander;
  gauges: Gauges;
  work: () => Promise<T>;
}): Promise<{ result: T; p99Ms: number; failures: string; rssMib: number; loopMs: number }> {
  const { bystander, gauges, work } = options;
  await gauges.begin();
  bystander.begin();
  const result = await work();
  const asked = await bystander.end();
  return { result, ...asked, ...(await gauges.end()) };
}

export const describe = ({
  p99Ms,
  rssMib,
  loopMs,
}: {
  p99Ms: number;
  rssMib: number;
  loopMs: number;
}): string => `${p99Ms.toFixed(0)} ms | ${rssMib.toFixed(0)} MB | ${loopMs.toFixed(0)} ms`;

/** One attack, and whether the service held and is as before. */
export async function play(options: {
  attack: Attack;
  order: Order;
  bystander: Bystander;
  gauges: Gauges;
}): Promise<Row> {
  const { attack, order, bystander, gauges } = options;
  const before = { rssMib: gauges.memory(), connections: await gauges.connections() };
  const during = await observe({ bystander, gauges, work: () => runAttack(order) });
  const recoveredMs = await recovery(gauges, before);
  const after = await observe({ bystander, gauges, work: () => sleep(CALM_MS) });
  const kept = { rssMib: gauges.memory(), connections: await gauges.connections() };

  const breaches = [...during.result.breaches];
  const check = (holds: boolean, breach: string) => {
    if (!holds) breaches.push(breach);
  };
  for (const [when, figures] of Object.entries({ during, after })) {
    check(figures.p99Ms < MAX.p99Ms, `p99 of the second client ${when}: ${figures.p99Ms.toFixed(0)} ms`);
    check(figures.failures === '', `the second client was refused ${when}: ${figures.failures}`);
    check(figures.loopMs < MAX.loopMs, `event loop ${when}: ${figures.loopMs.toFixed(0)} ms`);
    check(figures.rssMib < MAX.rssMib, `RSS ${when}: ${figures.rssMib.toFixed(0)} MB`);
  }
  check(recoveredMs !== undefined, `${RECOVERY_MS / 1000} s later: ${JSON.stringify({ before, kept })}`);
  return {
    name: `${attack.point} ${attack.name}`,
    figures: `${during.result.variants} | ${describe(during)} | ${after.p99Ms.toFixed(0)} ms, ${kept.rssMib.toFixed(0)} MB`,
    breaches,
    slowest: during.result.slowest,
  };
}

async function runAttack(order: Order): Promise<Outcome> {
  const child = fork(join(import.meta.dirname, 'attacker.ts'));
  child.send(order);
  const late = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
  const outcome = await Promise.race([
    once(child, 'message').then(([message]) => message as Outcome),
    once(child, 'exit').then(() => undefined),
  ]);
  clearTimeout(late);
  return (
    outcome ?? { variants: 0, slowest: [], breaches: ['the attacker broke down or did not come to an end'] }
  );
}

/** Milliseconds until memory and connections are as before; undefined if they are not in time. */
async function recovery(
  gauges: Gauges,
  before: { rssMib: number; connections: number },
): Promise<number | undefined> {
  const began = Date.now();
  while (Date.now() - began < RECOVERY_MS) {
    const connections = await gauges.connections().catch(() => Number.POSITIVE_INFINITY);
    if (gauges.memory() < before.rssMib + KEPT.rssMib && connections <= before.connections + KEPT.connections)
      return Date.now() - began;
    await sleep(500);
  }
  return undefined;
}
