import type { DomainContext } from '../domain/context.ts';
import { listen } from '../domain/live/listen.ts';

/** Messages that may wait for a subscriber; beyond it they become one "read again". */
const MOST_PENDING = 100;

type Source = Pick<DomainContext, 'pool' | 'log'>;

/**
 * Messages to a channel, for a subscription's resolver. The first value is undefined and comes once messages
 * are heard; each undefined says that some may have been missed: read the current state. Never more than
 * a hundred wait, however slow the reader is, and `return` ends a pending `next` at once.
 */
export function subscribe<T>(options: {
  ctx: Source;
  channel: string;
}): AsyncIterableIterator<T | undefined> {
  const { ctx, channel } = options;
  let pending: (T | undefined)[] = [];
  let waiting: ((result: IteratorResult<T | undefined>) => void) | undefined;
  let ended = false;
  let stop: Promise<() => void> | undefined;

  const hear = (payload: unknown) => {
    const value = (payload ?? undefined) as T | undefined;
    if (waiting) {
      waiting({ value, done: false });
      waiting = undefined;
    } else {
      pending = pending.length < MOST_PENDING ? [...pending, value] : [undefined];
    }
  };

  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      if (!stop && !ended) {
        stop = listen({ system: ctx, channel, hear });
        await stop;
        pending.unshift(undefined);
      }
      if (ended) return { value: undefined, done: true };
      if (pending.length > 0) return { value: pending.shift(), done: false };
      return new Promise((resolve) => {
        waiting = resolve;
      });
    },
    async return() {
      ended = true;
      pending = [];
      waiting?.({ value: undefined, done: true });
      waiting = undefined;
      const end = await stop?.catch(() => undefined);
      end?.();
      return { value: undefined, done: true };
    },
  };
}

/**
 * The values that `read` finds when the subscription begins and after each message, in order, until it says
 * `done`. What `read` remembers between calls is its own; it is called again only when its values are taken.
 */
export function follow<Message, T>(options: {
  ctx: Source;
  channel: string;
  read: (message: Message | undefined) => Promise<{ values: readonly T[]; done?: boolean }>;
}): AsyncIterableIterator<T> {
  const { read } = options;
  const messages = subscribe<Message>(options);
  const found: T[] = [];
  let done = false;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      while (found.length === 0 && !done) {
        const message = await messages.next();
        if (message.done) return { value: undefined, done: true };
        const answer = await read(message.value);
        found.push(...answer.values);
        done = answer.done ?? false;
      }
      const [value] = found.splice(0, 1);
      if (value !== undefined) return { value, done: false };
      await messages.return?.();
      return { value: undefined, done: true };
    },
    async return() {
      done = true;
      found.length = 0;
      await messages.return?.();
      return { value: undefined, done: true };
    },
  };
}
