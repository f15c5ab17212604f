import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { CallContext, Sessions } from './sessions.ts';

type Results = AsyncIterable<ExecutionResult>;

/** Ends subscriptions whose token is no longer good, with an error that says so, and all when the service stops. */
export function useSessions(sessions: Sessions): Plugin<CallContext> {
  return {
    onSubscribe({ args }) {
      return {
        onSubscribeResult({ result, setResult }) {
          if (Symbol.asyncIterator in result)
            setResult(withinSession(result as Results, sessions, args.contextValue) as typeof result);
        },
      };
    },
  };
}

function withinSession(
  results: Results,
  sessions: Sessions,
  ctx: CallContext,
): AsyncIterableIterator<ExecutionResult> {
  const source = results[Symbol.asyncIterator]();
  let over: ExecutionResult | undefined;
  let ended = false;
  let wake: (() => void) | undefined;
  const unwatch = sessions.watch(ctx.credentials, (reason) => {
    over = { errors: [new GraphQLError(reason.message, { extensions: { code: reason.code } })] };
    wake?.();
  });

  const finish = async () => {
    ended = true;
    unwatch();
    wake?.();
    await source.return?.();
    return { value: undefined, done: true } as const;
  };
  const isOver = () => new Promise<undefined>((resolve) => (wake = () => resolve(undefined)));

  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      if (ended) return { value: undefined, done: true };
      const result = over ? undefined : await Promise.race([source.next(), isOver()]);
      if (over && !ended) {
        const last = over;
        await finish();
        return { value: last, done: false };
      }
      return result && !result.done ? result : finish();
    },
    return: finish,
  };
}
