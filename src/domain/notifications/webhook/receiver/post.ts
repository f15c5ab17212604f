import http, { type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import type { AddressRange } from '../../../../platform/network/address-range.ts';
import { codeOf } from '../../../../platform/text/typed.ts';
import { dnsResolve, NoAddressError, pinnedAddress, type Resolve } from './resolve.ts';
import { addressesIn, hostOf } from './url.ts';

/** From the DNS lookup to the end of the response. */
export const WAIT_TIMEOUT_MS = 10_000;
/** How much of a response is read. Its content is ignored; the connection of a longer response is closed. */
const MAX_BYTES = 16_384;
const MAX_HEADER_BYTES = 16_384;
/** Every chunk of a response counts as this many bytes at least. */
const CHUNK_BYTES = 64;
/** How many informational responses (100 to 199) may precede the response. */
const MAX_INFORMATIONAL = 10;

export interface Receiver {
  /** Never rejects: an error is returned as the `failure` of the result. */
  post(message: Message): Promise<Answer>;
  /** Closes its connections. */
  close(): void;
}

/** Ends an attempt. A plain timer is used because an AbortSignal would take a third of the request's time. */
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
 * Returns a sender for one receiver. The host name is resolved once per connection, and the connection goes to an
 * address that was checked. Redirects are not followed, and only the signed message is sent.
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

  /** Makes a connection use the one address that was checked. */
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
    // Connecting to an IP address needs no lookup, so the address is checked here.
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
      call.on('error', (error) => fail(isStale(call, error) ? new StaleConnectionError() : error));
      let informational = 0;
      call.on('information', () => {
        informational += 1;
        if (informational > MAX_INFORMATIONAL) call.destroy(new Error('Too many informational responses.'));
      });
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
          if (error instanceof StaleConnectionError) return attempt(message, deadline);
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

/** The receiver had just closed a connection that was kept alive, so it received nothing. */
class StaleConnectionError extends Error {}

const isStale = (call: ClientRequest, error: NodeJS.ErrnoException): boolean =>
  call.reusedSocket && error.code === 'ECONNRESET';

/** Reads a response to its end or the limit. Only the status matters, however the rest ends. */
function drain(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  return new Promise((resolve) => {
    response.on('data', (chunk: Buffer) => {
      bytes += Math.max(chunk.length, CHUNK_BYTES);
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
