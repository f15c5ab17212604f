import { FlightlineError, failureOf, type GraphQLFailure, GraphQLResponseError } from './errors.ts';
import { serverSentEvents } from './sse.ts';

/**
 * A GraphQL document that knows the types of its result and its variables: what codegen's client preset makes,
 * as text (`documentMode: 'string'`) or as a syntax tree, which needs the `graphql` package to be printed.
 */
export type TypedDocument<Result, Variables> = (
  | string
  | { toString(): string }
  | { readonly kind: 'Document' }
) & {
  __apiType?: ((variables: Variables) => Result) | undefined;
};

export interface RequestOptions {
  readonly signal?: AbortSignal;
  /** Of a mutation: sent again with the same input it answers the same. Made up unless given. */
  readonly idempotencyKey?: string;
}

/** Variables may be left out where none is required; a name that the document does not know is refused. */
export type VariablesOf<Variables, Options = RequestOptions> = { [name: string]: never } extends Variables
  ? [variables?: NoInfer<Variables> | undefined, options?: Options]
  : [variables: NoInfer<Variables>, options?: Options];

/** Sends a body to the GraphQL path, with a token. */
export type Post = (options: {
  body: string;
  headers: Record<string, string>;
  signal: AbortSignal | undefined;
}) => Promise<Response>;

interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly GraphQLFailure[];
}

/** @throws GraphQLResponseError when the answer has errors, FlightlineError when there is no GraphQL answer */
export async function request<Result, Variables>(
  post: Post,
  document: TypedDocument<Result, Variables>,
  variables: Variables | undefined,
  options: RequestOptions = {},
): Promise<Result> {
  const query = await textOf(document);
  const response = await post({
    body: JSON.stringify({ query, variables }),
    headers: {
      accept: 'application/graphql-response+json, application/json;q=0.9',
      ...(isMutation(query) && { 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() }),
    },
    signal: options.signal,
  });
  if (!/json/.test(response.headers.get('content-type') ?? '')) throw await failureOf(response);
  return dataOf((await response.json()) as Answer, response) as Result;
}

export interface SubscribeOptions extends RequestOptions {
  /** The longest that a stream may say nothing, in milliseconds; 40,000 unless given. */
  readonly silenceMs?: number | undefined;
}

/**
 * The results of a subscription, over server-sent events, until the service completes it.
 * @throws FlightlineError also when the connection is lost or falls silent
 */
export async function* subscribe<Result, Variables>(
  post: Post,
  document: TypedDocument<Result, Variables>,
  variables: Variables | undefined,
  options: SubscribeOptions = {},
): AsyncGenerator<Result> {
  const query = await textOf(document);
  const body = JSON.stringify({ query, variables });
  const response = await post({ body, headers: { accept: 'text/event-stream' }, signal: options.signal });
  const isStream = /event-stream/.test(response.headers.get('content-type') ?? '');
  if (!response.ok || !isStream || !response.body) throw await failureOf(response);
  for await (const { event, data } of serverSentEvents(response.body, options.silenceMs)) {
    if (event === 'complete') return;
    if (event === 'next') yield dataOf(JSON.parse(data) as Answer, response) as Result;
  }
  throw new FlightlineError('The stream ended unexpectedly.', { code: 'STREAM_LOST' });
}

function dataOf({ data, errors = [] }: Answer, response: Response): unknown {
  if (errors.length === 0) return data;
  const requestId = response.headers.get('x-request-id') ?? undefined;
  throw new GraphQLResponseError(errors, { status: response.status, data, requestId });
}

async function textOf(document: TypedDocument<unknown, never>): Promise<string> {
  if (!('kind' in Object(document))) return String(document);
  const { print } = await import('graphql');
  return print(document as unknown as Parameters<typeof print>[0]);
}

const isMutation = (query: string): boolean => /^\s*mutation\b/m.test(query);
