import { type ExecutionArgs, type ExecutionResult, GraphQLError, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { forSeat } from '../../../domain/access/request-share.ts';
import type { AnyErrorCode } from '../../../http/error-catalogue.ts';
import { SerialQueue } from '../../../platform/process/serial-queue.ts';
import { noteErrors } from '../call-notes.ts';
import { diagnoseErrors } from '../diagnose.ts';
import { documentBytes } from '../documents/documents.ts';
import { acceptsEvents } from '../media-type.ts';
import { fieldsOf, fragmentsOf } from '../selections.ts';
import type { CallContext, Sessions } from './sessions.ts';
import { StreamLimits } from './stream-limits.ts';

type Results = AsyncIterable<ExecutionResult>;

/**
 * Limits the open subscriptions per user and seat, and what they hold. Ends those whose token has become invalid or whose user has left the
 * seat, and all of them when the service stops, with an error that gives the reason. One above the limits is refused
 * before the database is used, so that a thousand at once do not block others.
 */
export function useSessions(sessions: Sessions): Plugin<CallContext> {
  const limits = new StreamLimits();
  const refusals = new SerialQueue();
  return {
    onSubscribe({ args, subscribeFn, setSubscribeFn }) {
      const ctx = args.contextValue;
      setSubscribeFn(async () => {
        // Nobody would ever read or close its stream.
        if (ctx.transport === 'http' && !acceptsEvents(ctx.accept)) return { errors: [notAcceptable()] };
        let leave: () => void;
        try {
          leave = limits.enter(ctx, { field: rootField(args), documentBytes: documentBytes(args.document) });
        } catch (refusal) {
          // When a thousand subscriptions are refused at once, other requests still run in between.
          return refusals.take(() => ({ errors: [refusal] }));
        }
        try {
          const result: ExecutionResult | Results = await subscribeFn(args);
          if (Symbol.asyncIterator in result) return withinSession(result, { sessions, leave, ctx });
          leave();
          return result;
        } catch (error) {
          leave();
          throw error;
        }
      });
    },
  };
}

const notAcceptable = () =>
  new GraphQLError(
    'The results of a subscription are sent as text/event-stream. Name it in Accept, or subscribe over WebSocket.',
    { extensions: { code: 'BAD_REQUEST' satisfies AnyErrorCode, http: { status: 406 } } },
  );

/** Returns the name of a subscription's root field. */
function rootField({ document, operationName }: ExecutionArgs): string | undefined {
  const sets = [getOperationAST(document, operationName)?.selectionSet];
  return fieldsOf({ sets, fragments: fragmentsOf(document) })[0]?.node.name.value;
}

function withinSession(
  results: Results,
  { sessions, leave, ctx }: { sessions: Sessions; leave: () => void; ctx: CallContext },
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
    leave();
    wake?.();
    await source.return?.();
    return { value: undefined, done: true } as const;
  };
  // Also if the client disconnected while its stream was being opened, or a response without the stream was sent:
  // nobody would ever read or close it.
  ctx.gone?.whenOver(() => void finish());
  // An operation over WebSocket records its own problems.
  const note = (result: ExecutionResult) => {
    noteErrors(ctx.notes, result);
    if (ctx.transport === 'http') diagnoseErrors(ctx, result.errors);
  };
  const isOver = () => new Promise<undefined>((resolve) => (wake = () => resolve(undefined)));

  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      if (ended) return { value: undefined, done: true };
      const result = over
        ? undefined
        : await Promise.race([forSeat(ctx.seatId, () => source.next()), isOver()]);
      if (over && !ended) {
        const last = over;
        note(last);
        await finish();
        return { value: last, done: false };
      }
      if (!result || result.done) return finish();
      note(result.value);
      // A caller that is notified of a change reads it next, so the replica must have it.
      await ctx.replica?.catchUp();
      return result;
    },
    return: finish,
  };
}
