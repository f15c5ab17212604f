import { FlightlineError, GraphQLResponseError } from './errors.ts';
import { type Post, type SubscribeOptions, subscribe, type TypedDocument } from './graphql.ts';
import { backoffMs, type Transport } from './http.ts';

export interface FollowOptions<Result, Variables> extends SubscribeOptions {
  /**
   * The variables with which to go on after a lost connection, given the last result: `after` for
   * `seatChanges`. The same ones as before unless given: what happened meanwhile is then missed.
   */
  readonly resume?: (last: Result, variables: Variables | undefined) => Variables;
}

/**
 * The results of a subscription until the service completes it; a connection that is lost or falls silent, and
 * one that ends because its token expired or the service stops, is opened again.
 * @throws what opening it again throws, or the reason once it was opened in vain as often as calls are sent
 */
export async function* follow<Result, Variables>(
  service: { readonly post: Post; readonly transport: Transport },
  document: TypedDocument<Result, Variables>,
  variables: Variables | undefined,
  options: FollowOptions<Result, Variables> = {},
): AsyncGenerator<Result> {
  const { post, transport } = service;
  const { resume, ...call } = options;
  let current = variables;
  for (let failures = 0; ; failures += 1) {
    if (failures > 0) await transport.sleep(backoffMs(failures), call.signal);
    try {
      for await (const result of subscribe(post, document, current, call)) {
        failures = 0;
        yield result;
        if (resume) current = resume(result, current);
      }
      return;
    } catch (error) {
      call.signal?.throwIfAborted();
      if (!isPassing(error) || failures + 1 >= transport.attempts) throw error;
    }
  }
}

/** The network's own failures come as TypeError. */
function isPassing(error: unknown): boolean {
  if (error instanceof GraphQLResponseError)
    return error.code === 'UNAUTHENTICATED' || error.code === 'UNAVAILABLE';
  if (error instanceof FlightlineError) return error.status === 0;
  return error instanceof TypeError;
}
