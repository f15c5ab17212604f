import type { TypedDocumentString } from '../generated/graphql.ts';
import { Problem, problemOf, reach } from './problem.ts';
import { OWN } from './request.ts';

/** After a stream that ended without a word. */
const DROPPED_S = 2;

interface Answer<Data> {
  readonly data?: Data;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly resetAt?: string };
  }[];
}

const secondsUntil = (time: string): number => Math.max(0, Math.ceil((Date.parse(time) - Date.now()) / 1000));

interface Handlers<Data> {
  readonly onData: (data: Data) => void;
  readonly onProblem: (problem: Problem | undefined) => void;
}

/** Follows a subscription, and comes back after a drop when the service wants that; returns what ends it. */
export function follow<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  { onData, onProblem }: Handlers<Data>,
): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const run = async () => {
    while (!signal.aborted) {
      const waitS = await once().catch((error: unknown) => {
        if (signal.aborted) return undefined;
        const problem = error instanceof Problem ? error : new Problem('offline', String(error), DROPPED_S);
        onProblem(problem);
        return problem.retryAfterS;
      });
      if (waitS === undefined || signal.aborted) return;
      await new Promise((resolve) => setTimeout(resolve, waitS * 1000));
    }
  };
  /** Seconds until the next try; undefined once the service has completed the stream itself. */
  async function once(): Promise<number | undefined> {
    const response = await reach('graphql', {
      method: 'POST',
      headers: { ...OWN, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: String(document), variables }),
      signal,
    });
    if (!response.ok || !response.body) throw await problemOf(response);
    onProblem(undefined);
    let isPaused = false;
    for await (const { event, data } of messagesOf(response.body)) {
      if (event === 'complete') return undefined;
      if (event !== 'next') continue;
      const answer = JSON.parse(data) as Answer<Data>;
      const [error] = answer.errors ?? [];
      const resetAt = error?.extensions?.resetAt;
      // It pauses, and goes on by itself.
      if (error && resetAt) onProblem(new Problem('quota', error.message, secondsUntil(resetAt)));
      else if (error) throw new Problem('refused', error.message);
      else if (isPaused) onProblem(undefined);
      isPaused = resetAt !== undefined;
      if (answer.data) onData(answer.data);
    }
    return DROPPED_S;
  }
  void run();
  return () => ended.abort();
}

/** Server-sent events, one at a time. */
async function* messagesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let kept = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const blocks = (kept + part.value).split('\n\n');
    kept = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string) =>
        block
          .split('\n')
          .filter((line) => line.startsWith(`${name}:`))
          .map((line) => line.slice(name.length + 1).trimStart())
          .join('\n');
      yield { event: field('event'), data: field('data') };
    }
  }
}
