import type { ExecutionArgs, ExecutionResult, GraphQLField, GraphQLSchema } from 'graphql';
import type { CallContext } from './sessions.ts';

type Results = AsyncIterable<ExecutionResult>;
export type Subscribe = (
  args: ExecutionArgs,
) => Promise<ExecutionResult | Results> | ExecutionResult | Results;
type Source = AsyncIterable<unknown>;
type FieldSource = () => Source | Promise<Source>;

/**
 * The executor opens a source of events and executes the selection for each event. Here these are two separate runs of
 * the executor, so that the service can act in between.
 */

/** For the context of a run: the function that replaces the field's own source. */
const replacements = new WeakMap<object, (own: FieldSource) => Source | Promise<Source>>();

/** Makes the sources of subscriptions replaceable. */
export function withReplaceableSources(schema: GraphQLSchema): GraphQLSchema {
  const fields = schema.getSubscriptionType()?.getFields() ?? {};
  for (const field of Object.values<GraphQLField<unknown, object>>(fields)) {
    const { subscribe } = field;
    if (!subscribe) continue;
    field.subscribe = (source, args, ctx, info) => {
      const own = () => subscribe(source, args, ctx, info) as ReturnType<FieldSource>;
      return replacements.get(ctx)?.(own) ?? own();
    };
  }
  return schema;
}

interface Run {
  readonly args: ExecutionArgs & { readonly contextValue: CallContext };
  readonly subscribe: Subscribe;
}

/** Opens the source of a subscription. Returns the errors if it is refused. */
export async function openSource({
  args,
  subscribe,
}: Run): Promise<AsyncIterator<unknown> | ExecutionResult> {
  let source: Source | undefined;
  const contextValue = { ...args.contextValue };
  replacements.set(contextValue, async (own) => {
    source = await own();
    return none();
  });
  const result = await subscribe({ ...args, contextValue });
  if (!(Symbol.asyncIterator in result)) return result;
  if (!source) throw new Error('A subscription without a source.');
  return source[Symbol.asyncIterator]();
}

/** Executes the selection for one event. */
export async function executeEvent({ args, subscribe }: Run, event: unknown): Promise<ExecutionResult> {
  const contextValue = { ...args.contextValue };
  replacements.set(contextValue, () => one(event));
  const result = await subscribe({ ...args, contextValue });
  if (!(Symbol.asyncIterator in result)) return result;
  for await (const executed of result) return executed;
  throw new Error('An event without a result.');
}

async function* none(): AsyncGenerator<never, void, undefined> {}

async function* one(event: unknown): AsyncGenerator<unknown, void, undefined> {
  yield event;
}
