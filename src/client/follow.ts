import { FlightlineError, GraphQLResponseError } from './errors.ts';
import { type Post, type SubscribeOptions, subscribe, type TypedDocument } from './graphql.ts';
import { backoffMs, type Transport } from './http.ts';

export interface FollowOptions<Result, Variables> extends SubscribeOptions {
  /**
   * Returns the variables with which to resume after a lost connection, given the last result: `after` for
   * `seatChanges`. By default the variables stay the same, and results in the meantime are missed.
   */
  readonly resume?: (last: Result, variables: Variables | undefined) => Variables;
}

/**
 * The results of a subscription until the service completes it. A connection is opened again if it is lost,
 * silent for too long, or closed because its token expired or the service stops.
 * @throws the error of opening it again, or of the last attempt after the maximum number of attempts
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
    return error.code === 'UNAUTHENTICATED' || error.code === 'SERVICE_UNAVAILABLE';
  if (error instanceof FlightlineError) return error.status === 0;
  return error instanceof TypeError;
}
