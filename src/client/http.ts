import { FlightlineError } from './errors.ts';

/** How calls are sent and when they are sent again. */
export interface Transport {
  readonly fetch: typeof fetch;
  /** How often a call is sent at most. */
  readonly attempts: number;
  /** The longest wait between two tries, in milliseconds; a `Retry-After` beyond it ends the call. */
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
 * Sends a call, and again while the service is overloaded or away, after the wait that `Retry-After` asks for.
 * Only for calls that may be repeated: reads, and writes with an idempotency key.
 */
export async function send(transport: Transport, url: string, call: Call): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await attemptOnce(transport, url, call);
    const isLast = attempt >= transport.attempts;
    if (answer instanceof Response) {
      if (isLast || !(await isWorthRepeating(answer, attempt))) return answer;
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

async function isWorthRepeating(answer: Response, attempt: number): Promise<boolean> {
  if (AGAIN.has(answer.status)) return true;
  // A repeated write finds its idempotency key taken while its first try, whose answer was lost, still runs.
  return attempt > 1 && answer.status === 409 && /still running/.test(await answer.clone().text());
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

/** Doubles with each try; the random half keeps many clients from returning together. */
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
