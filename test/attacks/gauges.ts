import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AttackedService } from './service.ts';

const RSS_EVERY_MS = 100;
const METRICS_EVERY_MS = 500;
const WAIT_TIMEOUT_MS = 10_000;
const MIB = 1024 * 1024;

export interface Figures {
  readonly rssMib: number;
  readonly loopMs: number;
}

/** The worst memory and event-loop delay of the service since `begin`. */
export class Gauges {
  readonly #service: AttackedService;
  #rssMib = 0;
  #loopMs = 0;
  #timers: NodeJS.Timeout[] = [];

  constructor(service: AttackedService) {
    this.#service = service;
  }

  async begin(): Promise<void> {
    // The histogram of delays begins anew with each reading.
    await this.#metrics();
    this.#rssMib = 0;
    this.#loopMs = 0;
    this.#timers = [
      setInterval(() => this.#sampleMemory(), RSS_EVERY_MS),
      setInterval(() => void this.#sampleLoop(), METRICS_EVERY_MS),
    ];
  }

  async end(): Promise<Figures> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#sampleMemory();
    await this.#sampleLoop();
    return { rssMib: this.#rssMib, loopMs: this.#loopMs };
  }

  /** Open connections of clients. */
  async connections(): Promise<number> {
    return figure(await this.#metrics(), 'flightline_http_connections');
  }

  memory(): number {
    return residentMib(this.#service.pid);
  }

  #sampleMemory(): void {
    this.#rssMib = Math.max(this.#rssMib, this.memory());
  }

  async #sampleLoop(): Promise<void> {
    const text = await this.#metrics();
    this.#loopMs = Math.max(this.#loopMs, figure(text, 'nodejs_eventloop_lag_max_seconds') * 1000);
  }

  async #metrics(): Promise<string> {
    const signal = AbortSignal.timeout(WAIT_TIMEOUT_MS);
    // A service that does not answer shows no figures; the second client notices it.
    return await fetch(`${this.#service.origin}/metrics`, { signal }).then(
      (response) => response.text(),
      () => '',
    );
  }
}

function figure(metrics: string, name: string): number {
  const line = metrics.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length) ?? 0);
}

function residentMib(pid: number): number {
  if (process.platform !== 'linux')
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024;
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return (pages * 4096) / MIB;
}
