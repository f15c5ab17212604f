import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from './attack.ts';

/** A request as text; with a body the caller sends what he likes of it. */
export function head(target: string, headers: Record<string, string | number> = {}): string {
  const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** Sockets on which this is written once they stand; whoever wants their answers listens. */
export function openMany(target: Target, count: number, text: string | Buffer): Socket[] {
  return Array.from({ length: count }, () => {
    const socket = connect(target.port, '127.0.0.1', () => socket.write(text));
    return socket.on('error', () => undefined);
  });
}

/** A figure that the service shows at /metrics; NaN if it has none of that name. */
export async function metric({ origin }: Target, name: string): Promise<number> {
  const lines = (await (await fetch(`${origin}/metrics`)).text()).split('\n');
  return Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length) ?? Number.NaN);
}

/** Rejects unless `holds` answers true in time. */
export async function within(seconds: number, what: string, holds: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + seconds * 1000;
  while (!(await holds())) {
    if (Date.now() > until) throw new Error(`${what}, not within ${seconds} s`);
    await sleep(500);
  }
}
