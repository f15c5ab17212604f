import { type Scheme, sendAuthorized } from './authorized.ts';
import {
  ChangePositionDocument,
  type CreateReportInput,
  SeatChangesDocument,
  type SeatChangesSubscription,
  type SeatChangesSubscriptionVariables,
} from './documents.ts';
import { failureOf } from './errors.ts';
import { type FollowOptions, follow } from './follow.ts';
import { request, type SubscribeOptions, type TypedDocument, type VariablesOf } from './graphql.ts';
import { type Call, sleep, type Transport } from './http.ts';
import {
  type Conversion,
  conversionCall,
  eventsCall,
  type IntakeOptions,
  type PixelEvent,
} from './intake.ts';
import { type Connection, nodesOf } from './pages.ts';
import { Position } from './position.ts';
import { type FinishedReport, type RunOptions, runReport } from './reports.ts';
import {
  type AnyRestCall,
  type RestAnswer,
  type RestArguments,
  type RestMethod,
  type RestPath,
  urlOf,
} from './rest-call.ts';
import { type Credentials, TokenSource } from './tokens.ts';

export interface ClientOptions extends Credentials {
  /** The origin of the service, such as `https://api.example.com`. */
  readonly url: string;
  /** The origins of services that run elsewhere. */
  readonly origins?: Readonly<
    Partial<Record<'auth' | 'graphql' | 'rest' | 'events' | 'conversions', string>>
  >;
  /** The realm of the pixel events interface, if the operator does not call it `events`. */
  readonly eventsRealm?: string;
  /** The ID of the seat to use, for users that belong to several seats. */
  readonly seatId?: number;
  readonly fetch?: typeof fetch;
  /** The maximum number of times that a request is sent. Default 5. */
  readonly attempts?: number;
  /** The longest wait before a retry, in milliseconds. Default 60,000. */
  readonly longestWaitMs?: number;
  /** The current time in milliseconds since the epoch, if the system clock is wrong. */
  readonly now?: () => number;
  readonly sleep?: Transport['sleep'];
}

export type Client = ReturnType<typeof createClient>;

/** A client of one Flightline service, for Node 20 and newer, and for browsers. */
export function createClient(options: ClientOptions) {
  const { url, origins = {}, eventsRealm = 'events', seatId, now = Date.now } = options;
  const transport: Transport = {
    fetch: options.fetch ?? ((...call) => fetch(...call)),
    attempts: options.attempts ?? 5,
    longestWaitMs: options.longestWaitMs ?? 60_000,
    sleep: options.sleep ?? sleep,
  };
  const originOf = (service: keyof typeof origins) => (origins[service] ?? url).replace(/\/+$/, '');
  const tokensOf = (realm: string, scope: string) =>
    new TokenSource({ credentials: options, transport, origin: originOf('auth'), realm, scope, now });
  const tokens = tokensOf('dsp', 'dsp-api-access');
  const eventTokens = tokensOf(eventsRealm, 'pixel-event');
  const conversionTokens = tokensOf('aaca', 'upload');

  const position = new Position(now);
  async function sent(source: TokenSource, scheme: Scheme, target: string, call: Call) {
    const response = await sendAuthorized({ transport, tokens: source, scheme }, target, call);
    position.note(response);
    return response;
  }

  async function authorized(source: TokenSource, scheme: Scheme, target: string, call: Call) {
    const response = await sent(source, scheme, target, call);
    if (!response.ok) throw await failureOf(response);
    return response;
  }

  const postGraphQL: Parameters<typeof request>[0] = ({ body, headers, signal }) =>
    sent(tokens, 'bearer', `${originOf('graphql')}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...seatHeader(seatId),
        ...position.headers,
        ...headers,
      },
      body,
      signal,
    });

  /** Known before the stream is opened, so that a connection that is lost before its first change misses none. */
  const positionNow = async (signal: AbortSignal | undefined): Promise<string> =>
    (await request(postGraphQL, ChangePositionDocument, {}, signal ? { signal } : {})).changePosition;

  const client = {
    /** Runs a query or mutation. */
    request: <Result, Variables>(
      document: TypedDocument<Result, Variables>,
      ...[variables, call]: VariablesOf<Variables>
    ): Promise<Result> => request(postGraphQL, document, variables, call),

    /**
     * The results of a subscription, until the service completes it. Leaving the loop ends the subscription.
     * A connection that is lost or silent for too long is opened again, with the variables that `resume`
     * derives from the last result.
     */
    subscribe: <Result, Variables>(
      document: TypedDocument<Result, Variables>,
      ...[variables, call]: VariablesOf<Variables, NoInfer<FollowOptions<Result, Variables>>>
    ): AsyncGenerator<Result> => follow({ post: postGraphQL, transport }, document, variables, call),

    /**
     * The changes of the seat from now on, or after the position `after`, each once. After a lost connection it
     * resumes after the last change that it returned, so that none is missed.
     */
    changes: async function* (
      variables: SeatChangesSubscriptionVariables = {},
      call: SubscribeOptions = {},
    ): AsyncGenerator<SeatChangesSubscription['seatChanges']> {
      const after = variables.after ?? (await positionNow(call.signal));
      const resume = ({ seatChanges }: SeatChangesSubscription) => ({ ...variables, after: seatChanges.id });
      for await (const { seatChanges } of client.subscribe(
        SeatChangesDocument,
        { ...variables, after },
        {
          ...call,
          resume,
        },
      ))
        yield seatChanges;
    },

    /**
     * Iterates over all nodes of a connection, page after page: `for await (const ad of client.pages(LineAds,
     * { lineId }, (result) => result.line?.ads))`. The document must accept the cursor as `$after`.
     */
    pages: <Result, Variables extends { after?: string | null | undefined }, Node>(
      document: TypedDocument<Result, Variables>,
      variables: NoInfer<Variables>,
      connectionOf: (result: Result) => Connection<Node> | null | undefined,
    ): AsyncGenerator<Node> =>
      nodesOf(async (after = variables.after ?? undefined) =>
        connectionOf(await request(postGraphQL, document, { ...variables, after })),
      ),

    /**
     * Sends a request to the traffic, native or reporting interface, typed from openapi.json:
     * `client.rest('GET', '/traffic/deals/{id}', { path: { id } })`. Returns the envelope.
     */
    rest: async <M extends RestMethod, P extends RestPath<M>>(
      method: M,
      path: P,
      ...given: RestArguments<M, P>
    ): Promise<RestAnswer<M, P>> => {
      const { body, idempotencyKey, signal, ...parameters } = (given as readonly AnyRestCall[])[0] ?? {};
      const response = await authorized(tokens, 'x-auth', `${originOf('rest')}${urlOf(path, parameters)}`, {
        method,
        headers: {
          accept: 'application/json',
          ...seatHeader(seatId),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(method !== 'GET' && { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal,
      });
      return (await response.json()) as RestAnswer<M, P>;
    },

    reports: {
      /**
       * Creates a report, waits until it is finished and gives access to its CSV: `(await
       * reports.run(input)).csv()`.
       */
      run: (input: CreateReportInput, call: RunOptions = {}): Promise<FinishedReport> =>
        runReport({ post: postGraphQL, transport }, input, call),
    },

    events: {
      /** Sends events of a pixel. Resolves when they are stored. */
      send: async (
        pixelId: number,
        events: readonly PixelEvent[],
        call: IntakeOptions = {},
      ): Promise<void> => {
        const target = `${originOf('events')}/v1/pixels/${pixelId}/events`;
        const response = await authorized(eventTokens, 'bearer', target, eventsCall(events, call));
        await response.body?.cancel();
      },
    },

    conversions: {
      /** Sends a conversion. Resolves when it is stored. */
      send: async (conversion: Conversion, call: IntakeOptions = {}): Promise<void> => {
        const target = `${originOf('conversions')}/`;
        const response = await authorized(conversionTokens, 'bare', target, conversionCall(conversion, call));
        await response.body?.cancel();
      },
    },
  };
  return client;
}

function seatHeader(seatId: number | undefined): Record<string, string> {
  return seatId === undefined ? {} : { 'x-seat-id': String(seatId) };
}
