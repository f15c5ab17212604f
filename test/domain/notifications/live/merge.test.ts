import { expect, test } from 'vitest';
import { mergeGenerators } from '../../../../src/domain/notifications/live/merge.ts';

async function* of<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

test('values of all come, each source’s in its order, until the last ends', async () => {
  const values: number[] = [];
  for await (const value of mergeGenerators([of([1, 2, 3]), of([]), of([10, 20])])) values.push(value);
  expect(values.filter((value) => value < 10)).toEqual([1, 2, 3]);
  expect(values.filter((value) => value >= 10)).toEqual([10, 20]);
});

test('one that fails ends the others, and the reader is notified', async () => {
  let ended = false;
  async function* endless(): AsyncGenerator<number> {
    try {
      for (;;) yield 1;
    } finally {
      ended = true;
    }
  }
  async function* failing(): AsyncGenerator<number> {
    yield 2;
    throw new Error('gone');
  }
  const read = async () => {
    for await (const _ of mergeGenerators([endless(), failing()]));
  };
  await expect(read()).rejects.toThrow('gone');
  expect(ended).toBe(true);
});

test('a silent source holds nothing of what the others said', async () => {
  let reactions = 0;
  class Counted<T> extends Promise<T> {
    // biome-ignore lint/suspicious/noThenProperty: it counts who waits
    override then<A = T, B = never>(
      fulfilled?: ((value: T) => A | PromiseLike<A>) | null,
      rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
    ) {
      reactions += 1;
      return super.then(fulfilled, rejected);
    }
  }
  const silent = Object.assign(of<number>([]), {
    next: () => new Counted<IteratorResult<number>>(() => {}),
    return: () => Promise.resolve({ done: true as const, value: undefined }),
  });
  const values = mergeGenerators([silent, of(Array.from({ length: 1_000 }, (_, n) => n))]);
  for (let n = 0; n < 1_000; n += 1) await values.next();
  await values.return(undefined);
  expect(reactions).toBeLessThan(5);
});
