import { FlightlineError } from './errors.ts';

/** How requests are sent and repeated. */
export interface Transport {
  readonly fetch: typeof fetch;
  /** The maximum number of times that a request is sent. */
  readonly attempts: number;
  /** The longest wait between two attempts, in milliseconds. A longer `Retry-After` ends the attempts. */
  readonly longestWaitMs: number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
}

const AGAIN = new Set([429, 502, 503, 504]);
const FIRST_WAIT_MS = 250;

/**
 * Sends a request, and repeats it while the service is overloaded or unavailable, after the time given by
 * `Retry-After`. Only for requests that can be repeated: reads, and writes with an idempotency key.
 */
export async function send(transport: Transport, url: string, call: Call): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await attemptOnce(transport, url, call);
    const isLast = attempt >= transport.attempts;
    if (answer instanceof Response) {
      if (isLast || !isWorthRepeating(answer)) return answer;
      const wait = retryAfterMs(answer) ?? backoffMs(attempt);
      if (wait > transport.longestWaitMs) return answer;
      await answer.body?.cancel();
      await transport.sleep(wait, call.signal);
    } else {
      if (isLast) throw new FlightlineError('The service could not be reached.', { cause: answer });
      await transport.sleep(backoffMs(attempt), call.signal);
    }
  }
}

/** A conflict says so itself: the first attempt of a write can still run when its response was lost. */
function isWorthRepeating({ status, headers }: Response): boolean {
  return AGAIN.has(status) || (status === 409 && headers.has('retry-after'));
}

/** A lost connection is answered as its error; the caller's own abort is thrown. */
async function attemptOnce(transport: Transport, url: string, call: Call): Promise<Response | Error> {
  const { signal, ...init } = call;
  try {
    return await transport.fetch(url, { ...init, ...(signal && { signal }) });
  } catch (error) {
    if (signal?.aborted || !(error instanceof Error)) throw error;
    return error;
  }
}

/** `Retry-After` is seconds or a date (RFC 9110). */
function retryAfterMs(response: Response): number | undefined {
  const text = response.headers.get('retry-after');
  if (text === null) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** Doubles with each attempt. The random half prevents many clients from returning at the same time. */
export function backoffMs(attempt: number): number {
  const full = FIRST_WAIT_MS * 2 ** (attempt - 1);
  return full / 2 + Math.random() * (full / 2);
}

export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
