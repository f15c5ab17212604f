import autocannon from 'autocannon';

/** One way of answering the same question; requests are sent over HTTP to `url`. */
export interface Contender {
  readonly name: string;
  /** Connections are shared out among several. */
  readonly url: string | string[];
  readonly method?: 'GET' | 'POST';
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** Replaces `[<id>]` by something else in each request. */
  readonly idReplacement?: boolean;
}

export interface Figures {
  readonly name: string;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly refused: number;
  /** In all rounds, the first included. */
  readonly answered: number;
}

/** V8 compiles a path of hundreds of functions for good only after thousands of requests. */
const WARM_S = 5;

/**
 * Loads the contenders in turn, several rounds, so that what else the machine does hits them alike; the
 * figures are each contender's median round.
 */
export async function alternate(
  contenders: readonly Contender[],
  options: { rounds: number; seconds: number; connections: number },
): Promise<Figures[]> {
  const answered = new Map<string, number>();
  const rounds = new Map<string, Figures[]>(contenders.map(({ name }) => [name, []]));
  for (let round = -1; round < options.rounds; round += 1)
    for (const contender of contenders) {
      const seconds = round < 0 ? WARM_S : options.seconds;
      const figures = await load(contender, seconds, options.connections);
      answered.set(figures.name, (answered.get(figures.name) ?? 0) + figures.answered);
      // The first round warms up and does not count.
      if (round >= 0) rounds.get(contender.name)?.push(figures);
    }
  return [...rounds.values()]
    .map(median)
    .map((figures) => ({ ...figures, answered: answered.get(figures.name) ?? 0 }));
}

async function load(contender: Contender, seconds: number, connections: number): Promise<Figures> {
  const { name, url, ...request } = contender;
  // The types of autocannon know of one URL.
  const result = await autocannon({ ...request, url: url as string, duration: seconds, connections });
  return {
    name,
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    refused: result.non2xx + result.errors,
    answered: result.requests.total,
  };
}

function median(figures: Figures[]): Figures {
  const sorted = figures.toSorted((a, b) => a.perSecond - b.perSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error('No round was run.');
  return { ...middle, refused: figures.reduce((sum, { refused }) => sum + refused, 0) };
}
