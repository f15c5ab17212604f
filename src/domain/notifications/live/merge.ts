import { createSignal } from './signal.ts';

/** Yields the values of several generators as they arrive. Ends all of them when one fails or the reader leaves. */
export function mergeGenerators<T>(sources: readonly AsyncGenerator<T>[]): AsyncGenerator<T> {
  const values = merge(sources);
  const end = values.return.bind(values);
  return Object.assign(values, {
    return: async () => {
      await endAll(sources);
      return end();
    },
  });
}

interface Settled<T> {
  readonly source: AsyncGenerator<T>;
  readonly result: Promise<IteratorResult<T>>;
}

async function* merge<T>(sources: readonly AsyncGenerator<T>[]): AsyncGenerator<T, void, undefined> {
  const signal = createSignal();
  // Promise.race would add another reaction to every silent source for each value of the others.
  const settled: Settled<T>[] = [];
  const pull = (source: AsyncGenerator<T>) => {
    const result = source.next();
    const onResult = () => {
      settled.push({ source, result });
      signal.notify();
    };
    result.then(onResult, onResult);
  };
  for (const source of sources) pull(source);
  try {
    for (let running = sources.length; running > 0; ) {
      const rung = signal.next();
      const next = settled.shift();
      if (!next) {
        await rung;
        continue;
      }
      const result = await next.result;
      if (result.done) running -= 1;
      else {
        pull(next.source);
        yield result.value;
      }
    }
  } finally {
    await endAll(sources);
  }
}

async function endAll(sources: readonly AsyncGenerator<unknown>[]): Promise<void> {
  await Promise.all(sources.map((source) => source.return(undefined)));
}
