import { setTimeout as sleep } from 'node:timers/promises';
import type { Figures } from '../support/alternate.ts';

/** One way of sending events to streams: Server-Sent Events over HTTP. */
export interface EventContender {
  readonly name: string;
  readonly url: string;
  readonly request: RequestInit;
}

/** Open streams, and what they have received. */
class Streams {
  readonly #abort = new AbortController();
  readonly #received: number[] = [];
  #last = '';
  #onMessage = () => {};

  /** Opens streams and waits until each has received an event. */
  static async open({ url, request }: EventContender, count: number, write: Write): Promise<Streams> {
    const streams = new Streams();
    await Promise.all(Array.from({ length: count }, (_, index) => streams.#open(url, request, index)));
    while (streams.#received.some((messages) => messages === 0)) {
      await write();
      await sleep(100);
    }
    return streams;
  }

  async #open(url: string, request: RequestInit, index: number): Promise<void> {
    const answer = await fetch(url, { ...request, signal: this.#abort.signal });
    if (!answer.ok || !answer.body) throw new Error(`refused: ${await answer.text()}`);
    this.#received[index] = 0;
    // Streams end only when they are closed here, or with their server, and then the bench fails anyway.
    void this.#read(answer.body, index).catch(() => undefined);
  }

  async #read(body: ReadableStream<Uint8Array>, index: number): Promise<void> {
    let waiting = '';
    const decoder = new TextDecoder();
    for await (const bytes of body) {
      const messages = `${waiting}${decoder.decode(bytes, { stream: true })}`.split('\n\n');
      waiting = messages.pop() ?? '';
      for (const message of messages) {
        const data = message.split('\n').find((line) => line.startsWith('data: {'));
        if (!data) continue;
        this.#last = data.slice('data: '.length);
        this.#received[index] = (this.#received[index] ?? 0) + 1;
        this.#onMessage();
      }
    }
  }

  /** The latest event. */
  get last(): unknown {
    return JSON.parse(this.#last);
  }

  get received(): number {
    return this.#received.reduce((sum, messages) => sum + messages, 0);
  }

  /** Waits until all streams together have received so many events. */
  async until(received: number): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#onMessage = () => {
        if (this.received >= received) resolve();
      };
      this.#onMessage();
    });
  }

  async close(): Promise<void> {
    this.#abort.abort();
    // Until the server has noticed.
    await sleep(200);
  }
}

/** Writes one event. */
type Write = () => Promise<unknown>;

/** Returns the latest event of a contender. */
export async function eventOf(contender: EventContender, write: Write): Promise<unknown> {
  const streams = await Streams.open(contender, 1, write);
  const { last } = streams;
  await streams.close();
  return last;
}

/**
 * Sends events to the streams of each contender in turn, the next when all streams have the one before. What is counted
 * are events received; the latency is from the write, which takes most of it, until the last stream has the event.
 */
export async function alternateEvents(
  contenders: readonly EventContender[],
  options: { rounds: number; seconds: number; streams: number; write: Write },
): Promise<Figures[]> {
  const { rounds, seconds, streams: count, write } = options;
  const latencies = contenders.map((): number[] => []);
  const totals = contenders.map(() => ({ answered: 0, counted: 0, ms: 0 }));
  for (let round = -1; round < rounds; round += 1)
    for (const [index, contender] of contenders.entries()) {
      const [of, all] = [latencies[index], totals[index]];
      if (!of || !all) continue;
      const streams = await Streams.open(contender, count, write);
      const began = performance.now();
      const first = streams.received;
      while (performance.now() - began < seconds * 1_000) {
        const at = performance.now();
        const received = streams.received + count;
        await write();
        await streams.until(received);
        if (round >= 0) of.push(performance.now() - at);
      }
      // The first round warms up and does not count.
      if (round >= 0) {
        all.counted += streams.received - first;
        all.ms += performance.now() - began;
      }
      all.answered += streams.received;
      await streams.close();
    }
  return contenders.map(({ name }, index) => {
    const sorted = (latencies[index] ?? []).toSorted((a, b) => a - b);
    const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
    const { answered = 0, counted = 0, ms = 1 } = totals[index] ?? {};
    const perSecond = Math.round((counted / ms) * 1_000);
    return { name, perSecond, p50: at(0.5), p99: at(0.99), refused: 0, answered };
  });
}
