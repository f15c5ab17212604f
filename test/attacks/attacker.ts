import { setPriority } from 'node:os';
import { type Attack, seeded, type Target, type Variant } from './attack.ts';
import { TooMuchCpu } from './cpu.ts';

/** Runs one attack in a process of its own, until its time is over, and says how it went. */
export interface Order {
  readonly module: string;
  readonly seed: number;
  readonly target: Target;
}

export interface Outcome {
  readonly variants: number;
  /** Of each variant in which the service gave in. */
  readonly breaches: readonly string[];
  /** The variants that took longest, to find what is behind a breach. */
  readonly slowest: readonly string[];
}

const SECONDS = 20;
const SLOWEST = 3;
/** An attacker has a machine of his own; here he leaves the processor to the service. */
const LOWEST_PRIORITY = 19;

process.once('message', async (order: Order) => {
  setPriority(LOWEST_PRIORITY);
  const { attack } = (await import(order.module)) as { attack: Attack };
  const until = Date.now() + (attack.seconds ?? SECONDS) * 1000;
  const breaches: string[] = [];
  const took: { name: string; ms: number }[] = [];
  for (const variant of attack.variants(seeded(order.seed))) {
    if (Date.now() > until) break;
    const began = performance.now();
    await runTwice(variant, order.target).catch((error: unknown) => {
      breaches.push(`${variant.name}: ${error instanceof Error ? error.message : String(error)}`);
    });
    took.push({ name: variant.name, ms: performance.now() - began });
  }
  const slowest = took.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  const outcome: Outcome = {
    variants: took.length,
    breaches,
    slowest: slowest.map(({ name, ms }) => `${ms.toFixed(0)} ms: ${name}`),
  };
  process.send?.(outcome, () => process.exit());
});

/** Garbage of what came before, or code that is compiled, can fall into one run; what costs too much does so again. */
async function runTwice(variant: Variant, target: Target): Promise<void> {
  try {
    await variant.run(target);
  } catch (error) {
    if (!(error instanceof TooMuchCpu)) throw error;
    await variant.run(target);
  }
}
