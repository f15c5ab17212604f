import type { Target } from './attack.ts';

const EVERY_MS = 50;
const PATIENCE_MS = 10_000;
const QUERY = JSON.stringify({ query: '{ advertiser(id: 1) { name } }' });

/** An ordinary client, who asks twenty times a second whether or not he was answered. */
export class Bystander {
  readonly #target: Target;
  #times: number[] = [];
  #failures = new Map<string, number>();
  #pending = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(target: Target) {
    this.#target = target;
  }

  begin(): void {
    this.#times = [];
    this.#failures = new Map();
    this.#timer = setInterval(() => {
      const one = this.#ask().finally(() => this.#pending.delete(one));
      this.#pending.add(one);
    }, EVERY_MS);
  }

  /** The 99th percentile in milliseconds, and what was not answered with 200. */
  async end(): Promise<{ p99Ms: number; failures: string }> {
    clearInterval(this.#timer);
    await Promise.all(this.#pending);
    const sorted = this.#times.toSorted((a, b) => a - b);
    const failures = [...this.#failures].map(([why, count]) => `${count} × ${why}`).join(', ');
    return { p99Ms: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0, failures };
  }

  async #ask(): Promise<void> {
    const began = performance.now();
    try {
      const response = await fetch(`${this.#target.origin}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.#target.token}`, 'content-type': 'application/json' },
        body: QUERY,
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      await response.arrayBuffer();
      if (!response.ok) this.#failed(String(response.status));
    } catch (error) {
      this.#failed((error as Error).name);
    }
    this.#times.push(performance.now() - began);
  }

  #failed(why: string): void {
    this.#failures.set(why, (this.#failures.get(why) ?? 0) + 1);
  }
}
