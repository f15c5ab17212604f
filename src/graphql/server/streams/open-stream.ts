import type { ExecutionArgs, ExecutionResult } from 'graphql';
import { withDatabaseShare } from '../../../domain/access/request-share.ts';
import { orTooLarge } from '../answer-size.ts';
import { takePointsAtOnce } from '../price/share-of-points.ts';
import { limitMsOf } from '../price/time-limit.ts';
import { openSelection, resultOf } from './equal-selections.ts';
import { executeEvent, openSource, type Subscribe } from './event-source.ts';
import { type EventPoints, paidEvents } from './paid-events.ts';
import type { CallContext } from './sessions.ts';

/** Opens a subscription. Each event is charged and executed like a query of its selection. */
export async function openStream(options: {
  args: ExecutionArgs & { readonly contextValue: CallContext };
  subscribe: Subscribe;
  /** The cost of one event in points. */
  cost: number;
  points: EventPoints;
}): Promise<ExecutionResult | AsyncIterable<ExecutionResult>> {
  const { args, subscribe, cost, points } = options;
  const system = args.contextValue;
  const { seatId } = system;
  const source = await openSource({ args, subscribe });
  if (!('next' in source)) return source;
  const selection = openSelection(args);

  async function execute(event: unknown, contextValue: CallContext): Promise<ExecutionResult> {
    const end = await takePointsAtOnce(system, cost);
    try {
      const call = { args: { ...args, contextValue }, subscribe };
      return orTooLarge(
        await withDatabaseShare(() => executeEvent(call, event), { seatId, limitMs: limitMsOf(cost) }),
      );
    } finally {
      setImmediate(end);
    }
  }
  return paidEvents({
    system,
    source,
    points,
    execute: (event) => resultOf({ selection, event, ctx: system, execute: (ctx) => execute(event, ctx) }),
    end: selection.leave,
  });
}
