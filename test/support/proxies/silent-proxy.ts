import { once } from 'node:events';
import { type AddressInfo, createServer, connect as openSocket, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Stands before a server and can swallow bytes, as a network that drops packets does. */
export interface SilentProxy {
  /** The URL with the address of the proxy. */
  through(url: string): string;
  /** From now on connections are accepted and whatever arrives is dropped, on open connections as well. */
  swallow(): void;
  /** The connections that are open now are swallowed. New ones pass. */
  swallowOpen(): void;
  /** Swallows everything from the first bytes on that hold the text: before they reach the server, or right after. */
  swallowAt(text: string, which: 'request' | 'answer'): void;
  hasSwallowed(): boolean;
  /** New connections pass. Those that were swallowed stay dead, and the server does not learn of it. */
  pass(): void;
  close(): Promise<void>;
}

export async function startSilentProxy(url: string): Promise<SilentProxy> {
  const { hostname, port: target } = new URL(url);
  /** By the client's end. */
  const open = new Map<Socket, { readonly far: Socket; isDead: boolean }>();
  let isSwallowing = false;
  let armed: { text: string; which: 'request' | 'answer' } | undefined;
  const swallowOpen = () => {
    for (const pair of open.values()) pair.isDead = true;
  };
  const swallow = () => {
    isSwallowing = true;
    swallowOpen();
  };
  const server = createServer((near) => {
    const far = openSocket(Number(target), hostname);
    const pair = { far, isDead: isSwallowing };
    open.set(near, pair);
    for (const socket of [near, far]) socket.setNoDelay(true).on('error', () => undefined);
    near.on('data', (chunk: Buffer) => {
      const due = armed && chunk.includes(armed.text) ? armed.which : undefined;
      if (due === 'request') swallow();
      if (!pair.isDead) far.write(chunk);
      if (due === 'answer') swallow();
      if (due) armed = undefined;
    });
    far.on('data', (chunk: Buffer) => pair.isDead || near.write(chunk));
    near.on('close', () => pair.isDead || far.destroy());
    far.on('close', () => pair.isDead || near.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    through: (given) => Object.assign(new URL(given), { host: `127.0.0.1:${port}` }).href,
    swallow,
    swallowOpen,
    swallowAt: (text, which) => {
      armed = { text, which };
    },
    hasSwallowed: () => isSwallowing,
    pass: () => {
      isSwallowing = false;
    },
    close: async () => {
      server.close();
      for (const [near, { far }] of open) for (const socket of [near, far]) socket.destroy();
    },
  };
}

/** The same, until the test is over. */
export async function silentProxy(url: string): Promise<SilentProxy> {
  const proxy = await startSilentProxy(url);
  onTestFinished(() => proxy.close());
  return proxy;
}
