/** One server-sent event. */
export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

/** The events of a `text/event-stream`; stopping early closes the connection. Comments are skipped. */
export async function* serverSentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
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
