import { FlightlineError } from './errors.ts';

/** A server-sent event. */
interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

/**
 * The service sends a comment every 12 s if there is nothing else to send. Three missing ones mean a lost
 * connection.
 */
const LONGEST_SILENCE_MS = 40_000;

/**
 * The events of a `text/event-stream`. Stopping early closes the connection. Comments are skipped. No package
 * parses them, so that a browser can load the client without a bundler.
 * @throws FlightlineError if nothing arrives for too long, not even a comment
 */
export async function* serverSentEvents(
  body: ReadableStream<Uint8Array>,
  silenceMs = LONGEST_SILENCE_MS,
): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await withinTime(reader.read(), silenceMs);
      rest += decoder.decode(value, { stream: !done });
      const blocks = rest.split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parse(block);
        if (event) yield event;
      }
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function withinTime<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    const over = () =>
      reject(new FlightlineError('The stream sent nothing for too long.', { code: 'STREAM_SILENT' }));
    timer = setTimeout(over, ms);
  });
  try {
    return await Promise.race([promise, silence]);
  } finally {
    clearTimeout(timer);
  }
}

function parse(block: string): ServerSentEvent | undefined {
  let event = 'message';
  const data: string[] = [];
  let isEvent = false;
  for (const line of block.split(/\r?\n/)) {
    const [, field, value = ''] = /^(event|data):? ?(.*)$/.exec(line) ?? [];
    if (field === undefined) continue;
    isEvent = true;
    if (field === 'event') event = value;
    else data.push(value);
  }
  return isEvent ? { event, data: data.join('\n') } : undefined;
}
