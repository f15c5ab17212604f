import { Agent, request } from 'node:http';
import type { Target } from './attack.ts';

const EVERY_MS = 50;
const WAIT_TIMEOUT_MS = 10_000;
/** A pool as clients have it; while it is busy, questions wait for it and the wait counts. */
const MAX_CONNECTIONS = 20;
const QUERY = JSON.stringify({ query: '{ advertiser(id: 1) { name } }' });

/** An ordinary client, who asks twenty times a second whether or not he was answered. */
export class Bystander {
  readonly #target: Target;
  #times: number[] = [];
  #failures = new Map<string, number>();
  #pending = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #agent = new Agent();

  constructor(target: Target) {
    this.#target = target;
  }

  begin(): void {
    this.#times = [];
    this.#failures = new Map();
    this.#agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
    this.#timer = setInterval(() => {
      const one = this.#ask().finally(() => this.#pending.delete(one));
      this.#pending.add(one);
    }, EVERY_MS);
  }

  /** The 99th percentile in milliseconds, and what was not answered with 200. */
  async end(): Promise<{ p99Ms: number; failures: string }> {
    clearInterval(this.#timer);
    await Promise.all(this.#pending);
    this.#agent.destroy();
    const sorted = this.#times.toSorted((a, b) => a - b);
    const failures = [...this.#failures].map(([why, count]) => `${count} × ${why}`).join(', ');
    return { p99Ms: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0, failures };
  }

  async #ask(): Promise<void> {
    const began = performance.now();
    const why = await this.#post().catch((error: Error) => error.name);
    if (why !== undefined) this.#failures.set(why, (this.#failures.get(why) ?? 0) + 1);
    this.#times.push(performance.now() - began);
  }

  /** The status, where it is not 200. */
  #post(): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${this.#target.token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(QUERY),
      };
      const signal = AbortSignal.timeout(WAIT_TIMEOUT_MS);
      const options = { method: 'POST', agent: this.#agent, headers, signal };
      const sent = request(`${this.#target.origin}/graphql`, options, (response) => {
        response.on('error', reject).resume();
        response.on('end', () =>
          resolve(response.statusCode === 200 ? undefined : String(response.statusCode)),
        );
      });
      sent.on('error', reject).end(QUERY);
    });
  }
}
