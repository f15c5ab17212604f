import { once } from 'node:events';
import { type AddressInfo, createServer, connect as openSocket, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Before the server has it, or after it was carried out and before its answer arrives. */
export type Cut = 'request' | 'answer';

/** Stands before a database and cuts the connection of one statement. */
export interface CuttingProxy {
  readonly url: string;
  /** Cuts the statement of that number, from 0 on, of those that match from now on. */
  cut(options: { how: Cut; at?: number; of?: RegExp }): void;
  /** How many have matched since `cut` was called. */
  seen(): number;
  /** Whether the connection has been cut. */
  isCut(): boolean;
  /** From the next cut on nobody can connect. */
  closeAtCut(): void;
  /** Connections pass again. */
  reopen(): void;
  close(): Promise<void>;
}

export const COMMIT = /^\s*COMMIT\b/i;
const STARTUP_BYTES = 4;

/** For TCP without TLS. */
export async function startCuttingProxy(url: string): Promise<CuttingProxy> {
  const sockets = new Set<Socket>();
  let armed: { how: Cut; at: number; of: RegExp } | undefined;
  let seen = 0;
  let isCut = false;
  let isClosedAtCut = false;
  let isClosed = false;

  /** The outcome of a statement. */
  const judge = (text: string): Cut | undefined => {
    if (!armed?.of.test(text)) return undefined;
    seen += 1;
    if (isCut || seen - 1 !== armed.at) return undefined;
    isCut = true;
    isClosed = isClosedAtCut;
    return armed.how;
  };

  const server = createServer((near) => {
    if (isClosed) return void near.destroy();
    const far = openSocket(Number(new URL(url).port), new URL(url).hostname);
    const end = () => {
      for (const socket of [near, far]) socket.destroy();
      // Other connections are lost with it.
      if (isClosed) for (const socket of sockets) socket.destroy();
    };
    let isSwallowing = false;
    const named = new Map<string, string>();
    const sent = messages(0);
    const answered = messages(1);
    near.on('data', (chunk: Buffer) => {
      for (const message of sent(chunk)) {
        const text = statementOf(message, named);
        const how = text === undefined || isSwallowing ? undefined : judge(text);
        if (how === 'request') return end();
        if (how === 'answer') isSwallowing = true;
        far.write(message);
      }
    });
    far.on('data', (chunk: Buffer) => {
      for (const message of answered(chunk)) {
        if (!isSwallowing) near.write(message);
        else if (typeOf(message) === 'Z') return end();
      }
    });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        for (const other of [near, far]) other.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href,
    cut: ({ how, at = 0, of = COMMIT }) => {
      armed = { how, at, of };
      seen = 0;
      isCut = false;
    },
    seen: () => seen,
    isCut: () => isCut,
    closeAtCut: () => {
      isClosedAtCut = true;
    },
    reopen: () => {
      isClosedAtCut = false;
      isClosed = false;
    },
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The same, until the test is over. */
export async function cuttingProxy(url: string): Promise<CuttingProxy> {
  const proxy = await startCuttingProxy(url);
  onTestFinished(() => proxy.close());
  return proxy;
}

const typeOf = (message: Buffer): string => String.fromCharCode(message[0] ?? 0);

/** The text that a message makes the server run. */
function statementOf(message: Buffer, named: Map<string, string>): string | undefined {
  const [first = '', second = ''] = message.toString('utf8', 5).split('\0', 2);
  const type = typeOf(message);
  if (type === 'Q') return first;
  if (type === 'P') named.set(first, second);
  // A portal is bound to a statement.
  return type === 'B' ? named.get(second) : undefined;
}

/** Makes whole messages of chunks. The first of a client has no type. */
function messages(typedFromStart: 0 | 1): (chunk: Buffer) => Buffer[] {
  let rest = Buffer.alloc(0);
  let typed: number = typedFromStart;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const whole: Buffer[] = [];
    for (;;) {
      if (rest.length < typed + STARTUP_BYTES) return whole;
      const length = rest.readInt32BE(typed) + typed;
      if (rest.length < length) return whole;
      whole.push(rest.subarray(0, length));
      rest = rest.subarray(length);
      typed = 1;
    }
  };
}
