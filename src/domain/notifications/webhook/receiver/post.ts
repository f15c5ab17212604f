import http, { type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import type { AddressRange } from '../../../../platform/network/address-range.ts';
import { codeOf } from '../../../../platform/text/typed.ts';
import { dnsResolve, NoAddressError, pinnedAddress, type Resolve } from './resolve.ts';
import { addressesIn, hostOf } from './url.ts';

/** From the look-up of the name to the end of the answer. */
export const WAIT_TIMEOUT_MS = 10_000;
/** What is read of an answer. Nothing in it matters; a connection of which more comes is closed. */
const MAX_BYTES = 16_384;
const MAX_HEADER_BYTES = 16_384;

export interface Receiver {
  /** Throws nothing: what went wrong is the answer's `failure`. */
  post(message: Message): Promise<Answer>;
  /** Ends its connections. */
  close(): void;
}

/** Ends an attempt. A plain timer: an AbortSignal of its own costs a third of the request. */
interface Deadline {
  hasPassed: boolean;
  onPassed?: () => void;
}

interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Answer {
  readonly status: number | null;
  readonly failure: string | null;
}

/**
 * Sends to one receiver. A name is resolved once for each connection, which is made to an address that was
 * checked; redirects are not followed, and nothing but the signed message is sent.
 */
export function openReceiver(options: {
  allowed: readonly AddressRange[];
  userAgent: string;
  resolve?: Resolve;
  waitTimeoutMs?: number;
}): Receiver {
  const { allowed, userAgent, resolve = dnsResolve(), waitTimeoutMs = WAIT_TIMEOUT_MS } = options;
  const settings = { keepAlive: true, maxFreeSockets: 32, scheduling: 'fifo' } as const;
  const agents: Record<string, Agent> = {
    'http:': new http.Agent(settings),
    'https:': new https.Agent(settings),
  };

  /** Gives a connection the one address that was checked. */
  const lookupFor =
    (url: URL): LookupFunction =>
    (_host, { all }, done) => {
      pinnedAddress({ url, allowed, resolve }).then(
        (address) => {
          const family = isIPv6(address) ? 6 : 4;
          if (all) done(null, [{ address, family }]);
          else done(null, address, family);
        },
        (error) => done(error, '', 0),
      );
    };

  async function attempt(message: Message, deadline: Deadline): Promise<Answer> {
    const url = new URL(message.url);
    // A connection to a literal address is made without a look-up, so it is checked here.
    if (addressesIn(hostOf(url))) await pinnedAddress({ url, allowed, resolve });
    const { request } = url.protocol === 'https:' ? https : http;
    return new Promise((settle, fail) => {
      const call = request(url, {
        method: 'POST',
        agent: agents[url.protocol],
        lookup: lookupFor(url),
        maxHeaderSize: MAX_HEADER_BYTES,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(message.body),
          'user-agent': userAgent,
          ...message.headers,
        },
      });
      deadline.onPassed = () => call.destroy(new Error('The time is up.'));
      if (deadline.hasPassed) deadline.onPassed();
      call.on('error', (error) => fail(isStale(call, error) ? new StaleConnection() : error));
      call.on('response', (response) => {
        const { statusCode: status = 0 } = response;
        void drain(response).then(() => settle({ status, failure: failureOf(status) }));
      });
      call.end(message.body);
    });
  }

  return {
    async post(message) {
      const deadline: Deadline = { hasPassed: false };
      const timer = setTimeout(() => {
        deadline.hasPassed = true;
        deadline.onPassed?.();
      }, waitTimeoutMs);
      try {
        return await attempt(message, deadline).catch((error) => {
          if (error instanceof StaleConnection) return attempt(message, deadline);
          throw error;
        });
      } catch (error) {
        return { status: null, failure: reasonOf(error, deadline, waitTimeoutMs) };
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** A connection that was kept open and that the receiver had just closed: nothing was received. */
class StaleConnection extends Error {}

const isStale = (call: ClientRequest, error: NodeJS.ErrnoException): boolean =>
  call.reusedSocket && error.code === 'ECONNRESET';

/** Reads an answer to its end or its bound. Its status counts, however the rest of it ends. */
function drain(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  return new Promise((resolve) => {
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) response.destroy();
    });
    for (const event of ['end', 'close', 'error']) response.once(event, () => resolve());
  });
}

function failureOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `The receiver answered with a redirect (${status}).`;
  return `The receiver answered ${status}.`;
}

function reasonOf(error: unknown, { hasPassed }: Deadline, waitTimeoutMs: number): string {
  if (error instanceof NoAddressError) return error.message;
  if (hasPassed) return `The receiver did not answer within ${waitTimeoutMs / 1000} seconds.`;
  const code = String(codeOf(error) ?? '');
  return /^[A-Z0-9_]{1,64}$/.test(code) ? `The connection failed (${code}).` : 'The connection failed.';
}
