/** The values of several generators as they come. Ends all of them when one fails or the reader leaves. */
export function merged<T>(sources: readonly AsyncGenerator<T>[]): AsyncGenerator<T> {
  const values = merge(sources);
  const end = values.return.bind(values);
  return Object.assign(values, {
    return: async () => {
      await endAll(sources);
      return end();
    },
  });
}

async function* merge<T>(sources: readonly AsyncGenerator<T>[]): AsyncGenerator<T, void, undefined> {
  const next = (source: AsyncGenerator<T>) => source.next().then((result) => ({ source, result }));
  const waiting = new Map(sources.map((source) => [source, next(source)]));
  try {
    while (waiting.size > 0) {
      const { source, result } = await Promise.race(waiting.values());
      if (result.done) waiting.delete(source);
      else {
        waiting.set(source, next(source));
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
