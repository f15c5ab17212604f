import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { graphqlCost } from '../../../http/requests/metrics.ts';
import { FairQueue } from '../../../platform/process/fair-queue.ts';
import { answerBytes, isCutOff } from '../answer-size.ts';
import { noteOperation } from '../call-notes.ts';
import { measured } from '../cpu.ts';
import { isSchemaHidden } from '../documents/introspection.ts';
import { schemaReadings } from '../documents/long-documents.ts';
import { variableErrors } from '../documents/variables.ts';
import { readsSchema } from '../limits.ts';
import { openStream } from '../streams/open-stream.ts';
import type { EventPoints } from '../streams/paid-events.ts';
import type { CallContext } from '../streams/sessions.ts';
import {
  type Cost,
  chargedCost,
  chargePoints,
  chargeRefusal,
  returnRest,
  setChargedCost,
  toCost,
  withWork,
} from './charge.ts';
import { CEILING, NOTHING, type Priced, priced } from './cost.ts';
import { MAX_SHOWN, overCeiling, overHour, paused } from './cost-errors.ts';
import { pointsOfReads } from './reads.ts';
import { takePointsAtOnce } from './share-of-points.ts';

/** The maximum size in bytes of a response per point that is not refunded. */
const BYTES_PER_POINT = 64 * 1024;

/** The prices of a request in the caller's seat, where reading costs depend on the number of rows. */
interface CallersPrices extends Priced {
  readonly forReads: number;
}

function forCaller(ctx: CallContext, prices: Priced): CallersPrices {
  const forReads = pointsOfReads(prices.reads(), ctx);
  if (forReads === 0) return { ...prices, forReads };
  return {
    ...prices,
    forReads,
    cost: prices.cost + forReads,
    costWith: (sizeOf) => prices.costWith(sizeOf) + pointsOfReads(prices.reads(sizeOf), ctx),
  };
}

interface Request {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variableValues?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Takes a request's cost before it runs, and refuses a request above the ceiling or the caller's remaining points. */
export function useCost(): Plugin<CallContext> {
  /** Returns the prices of a request, or the error that is returned instead of running it. */
  async function charge(
    request: Request,
    ctx: CallContext,
  ): Promise<{ prices: CallersPrices; refused?: ExecutionResult }> {
    const { schema, document, operationName, variableValues: variables } = request;
    const invalid = measured(() => variableErrors({ ...request, isSchemaHidden: isSchemaHidden(ctx) }));
    if (invalid.result.length > 0) {
      ctx.notes.readingMs += invalid.ms;
      noteOperation(ctx.notes, request);
      const overHour = await chargeRefusal(ctx);
      const refused = { errors: overHour ? [overHour] : invalid.result };
      return { prices: forCaller(ctx, NOTHING), refused: withCost(refused, chargedCost(ctx)) };
    }
    const { result: prices, ms } = measured(() =>
      forCaller(ctx, priced({ schema, document, operationName, variables })),
    );
    ctx.notes.readingMs += ms;
    const requested = Math.min(prices.cost, MAX_SHOWN);
    graphqlCost.observe(requested);
    ctx.notes.cost = requested;
    noteOperation(ctx.notes, request);
    if (requested > CEILING && !ctx.costOnly)
      return { prices, refused: await refuseOverCeiling(ctx, prices) };
    const taken = ctx.costOnly ? 0 : requested;
    const state = await chargePoints(ctx, taken);
    const cost = toCost(requested, state.ok ? taken : 0, state);
    setChargedCost(ctx, cost);
    ctx.notes.isCharged = cost.used > 0;
    const refuse = (result: ExecutionResult) => ({ prices, refused: withCost(result, cost) });
    if (ctx.costOnly) return refuse({ data: null });
    if (requested > 0 && !state.ok) return refuse({ errors: [overHour(requested, state, ctx.now())] });
    return { prices };
  }

  return {
    async onExecute({ args, setResultAndStopExecution }) {
      const ctx = args.contextValue;
      const { prices, refused } = readsSchema(args.document)
        ? await schemaReadings.take(() => charge(args, ctx))
        : await charge(args, ctx);
      if (refused) {
        setResultAndStopExecution(refused);
        return undefined;
      }
      const end = await takePointsAtOnce(ctx, chargedCost(ctx)?.requested ?? 0);
      return {
        onExecuteDone: ({ result, setResult }) => {
          // Runs after the response was serialized, which blocks the event loop too.
          setImmediate(end);
          const cost = chargedCost(ctx);
          if (!cost || Symbol.asyncIterator in result) return;
          const least = prices.least();
          // A response that became too large took all of its work. The objects are only counted if there may be
          // something to refund, because that walks through the whole result.
          const objects = isCutOff(result)
            ? cost.used
            : least + prices.forReads < cost.used
              ? Math.max(objectsIn(result.data) - 1, Math.floor(answerBytes(ctx) / BYTES_PER_POINT))
              : 0;
          const used = returnRest(ctx, cost, { least, objects, reads: prices.forReads });
          setResult(withCost(result, withWork(used, ctx.notes)));
        },
      };
    },
    onSubscribe({ args, subscribeFn, setSubscribeFn }) {
      setSubscribeFn(async () => {
        const ctx = args.contextValue;
        const { prices, refused } = await charge(args, ctx);
        if (refused) return refused;
        const points = eventPoints(ctx, prices);
        return openStream({ args, subscribe: subscribeFn, cost: prices.cost, points });
      });
    },
  };
}

/** For the advice of refusals, by seat. */
const refusals = new FairQueue();

/** Refuses a request that costs too much, which is charged for the time that this took, as an invalid one is. */
async function refuseOverCeiling(ctx: CallContext, prices: CallersPrices): Promise<ExecutionResult> {
  const { result: error, ms } = await refusals.take(ctx.seatId, () => measured(() => overCeiling(prices)));
  ctx.notes.readingMs += ms;
  const overHour = await chargeRefusal(ctx, Math.min(prices.cost, MAX_SHOWN));
  return withCost({ errors: [overHour ?? error] }, chargedCost(ctx));
}

/** Returns the function that charges a subscription's events: each costs as much as a query of its selection. */
function eventPoints(ctx: CallContext, prices: CallersPrices): EventPoints {
  const least = prices.least();
  return {
    take: async () => {
      const state = await chargePoints(ctx, prices.cost);
      if (prices.cost > 0 && !state.ok) return { error: paused(prices.cost, state), until: state.resetAt };
      graphqlCost.observe(prices.cost);
      const cost = toCost(prices.cost, prices.cost, state);
      return {
        settle: ({ data }) => {
          if (least + prices.forReads < cost.used)
            returnRest(ctx, cost, { least, objects: objectsIn(data) - 1, reads: prices.forReads });
        },
      };
    },
  };
}

/** Returns the number of objects in a value, including itself. */
function objectsIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + objectsIn(item), 0);
  if (typeof value !== 'object' || value === null || value instanceof Date) return 0;
  return Object.values(value).reduce((sum: number, part) => sum + objectsIn(part), 1);
}

function withCost(result: ExecutionResult, cost: Cost | undefined): ExecutionResult {
  return { ...result, extensions: { ...result.extensions, cost } };
}
