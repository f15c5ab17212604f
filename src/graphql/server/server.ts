import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { authenticate } from '../../domain/access/identity/authenticate.ts';
import type { System } from '../../domain/context.ts';
import { UnauthenticatedError, UnavailableError } from '../../domain/errors.ts';
import { callerIfKnown, setCaller } from '../../http/caller.ts';
import { requestBytes } from '../../http/connections/bodies.ts';
import { useDelegatedBodies } from '../../http/direct/direct.ts';
import type { AnyErrorCode } from '../../http/error-catalogue.ts';
import { HttpFault } from '../../http/faults.ts';
import { replayWrites } from '../../http/idempotency.ts';
import { sendPage } from '../../http/pages/files.ts';
import { isBrowserVisit } from '../../http/pages/visits.ts';
import { exposePosition } from '../../http/position.ts';
import { refuseUnreadableQueries } from '../../http/query-encoding.ts';
import { notesOf } from '../../http/requests/call-notes.ts';
import { countOperation } from '../../http/requests/metrics.ts';
import { trackMethods } from '../../http/server.ts';
import { isExplained, usePlan } from '../reading/explain.ts';
import { schema } from '../schema.ts';
import { useAnswerLimit } from './answer-size.ts';
import { useCallNotes } from './call-notes.ts';
import { diagnoseErrors } from './diagnose.ts';
import { AnonymousIntrospection } from './documents/anonymous-introspection.ts';
import { useDocuments } from './documents/invalid-requests.ts';
import { faultOf } from './documents/parameters.ts';
import { readTrustedDocuments, trustedQuery } from './documents/trusted-documents.ts';
import { maskError } from './mask.ts';
import { acceptsResults, NOT_ACCEPTABLE, refuseInMediaType, withoutMultipart } from './media-type.ts';
import { useOutages } from './outages.ts';
import { chargeReading } from './price/charge.ts';
import { useCost } from './price/use-cost.ts';
import {
  answerReadsDirectly,
  contextOf,
  credentialsOf,
  type ResolveDocument,
  readOnce,
  readQuery,
  resumeDelegated,
} from './reads.ts';
import { useRefusalLimit } from './refusal-size.ts';
import { isMutation } from './replays.ts';
import { type CallContext, Sessions } from './streams/sessions.ts';
import { useSessions } from './streams/streams.ts';
import { serveWebSockets } from './streams/websocket.ts';
import { useWindows } from './windows.ts';

const PATH = '/graphql';

interface ServerContext {
  readonly call: CallContext;
}

/** The GraphQL interface: GET and POST, SSE and WebSocket, and GraphiQL for browsers. */
export async function graphqlRoutes(app: FastifyInstance, options: { system: System }): Promise<void> {
  const { system } = options;
  const { introspection, trustedDocuments, graphiql } = system.config;
  const sessions = new Sessions(system);
  const anonymous = new AnonymousIntrospection(system);
  const resolveDocument = admission(system);
  const isSchemaOpen = introspection === 'on' && !trustedDocuments;
  const yoga = createYoga<ServerContext, CallContext>({
    schema,
    graphqlEndpoint: PATH,
    context: (given) => given.call ?? {},
    landingPage: false,
    graphiql: false,
    batching: false,
    cors: false,
    multipart: false,
    logging: false,
    extraParamNames: ['documentId'],
    // The service's own cache limits the length of documents, and stores validation results by document.
    parserAndValidationCache: { documentCache: NO_CACHE, errorCache: NO_CACHE },
    maskedErrors: { maskError: (error) => maskError(system, error) },
    plugins: [
      {
        onParams: ({ request, params, setParams }) => {
          const query = resolveDocument(
            request.method === 'GET' ? { ...params, ...documentIdIn(request) } : params,
          );
          if (query !== params.query) setParams({ ...params, query });
        },
      },
      useCallNotes(),
      useOutages(),
      useDocuments(system, schema),
      // Before the cost plugin, which refuses invalid variables.
      useWindows(),
      useCost(),
      // Outside of the cost plugin, so that a refused subscription takes no points.
      useSessions(sessions),
      useAnswerLimit(),
      useRefusalLimit(),
      usePlan(),
    ],
  });
  const { refuseOthers } = trackMethods(app);
  const isWrite = (request: FastifyRequest) => isMutation({ system, request, resolveDocument });
  refuseUnreadableQueries(app);
  replayWrites(app, { isWrite });
  exposePosition(app, { system, isWrite });
  useDelegatedBodies(app);
  answerReadsDirectly(app, { system, path: PATH, resolveDocument });
  refuseInMediaType(app);
  serveWebSockets({ app, system, sessions, yoga, path: PATH, resolveDocument });
  app.addHook('onResponse', async (request) => {
    countOperation(notesOf(request));
    const caller = callerIfKnown(request);
    if (caller) await chargeReading(caller, notesOf(request));
  });
  app.addHook('preClose', async () => sessions.endAll(new UnavailableError('The service is stopping.')));

  app.route({
    method: ['GET', 'POST'],
    url: PATH,
    onRequest: async (request, reply) => {
      if (resumeDelegated(request)) return;
      if (graphiql && isBrowserVisit(request))
        return sendPage(reply, isSchemaOpen ? 'graphiql-open' : 'graphiql');
      // Yoga does not support HEAD. Node sends no body in any case.
      if (request.method === 'HEAD') request.raw.method = 'GET';
      const given = credentialsOf(system, request);
      // Without a token, the body must be checked: it can only select the schema.
      if (given.token === undefined && isSchemaOpen) return;
      setCaller(request, await authenticate({ system, ...given }));
    },
    handler: async (request, reply) => {
      if (!callerIfKnown(request)) {
        return answerAnonymous(reply, anonymous, request.method === 'GET' ? request.query : request.body);
      }
      if (!acceptsResults(request.headers.accept)) return badRequest(reply, 406, NOT_ACCEPTABLE);
      withoutMultipart(request);
      const fault = faultOf(request, system.config);
      const ctx = contextOf(system, request, reply.raw);
      if (fault) {
        diagnoseErrors(ctx, [new GraphQLError(fault, { extensions: { code: 'BAD_REQUEST' } })]);
        return badRequest(reply, 400, fault);
      }
      const reading = readQuery(request, ctx, resolveDocument);
      if (reading) await reading;
      if (ctx.notes.kind === 'subscription') {
        // The response to HEAD has no body that could end.
        if (request.routeOptions.method === 'HEAD')
          throw new HttpFault('METHOD_NOT_ALLOWED', { allow: 'GET, POST' });
        ctx.notes.requestBytes = requestBytes(request);
      }
      const read = await readOnce({ request, ctx, resolveDocument });
      if ('text' in read) return reply.type(read.type).send(read.text);
      const plan = isExplained(request, ctx) ? { compiled: false as const, reason: read.reason } : undefined;
      const answered = await yoga.handleNodeRequestAndResponse(request, reply, { call: { ...ctx, plan } });
      return answer(reply, answered, system.stopping);
    },
  });
  refuseOthers();
}

/** Yoga only reads a `documentId` from bodies. */
function documentIdIn({ url }: Request): { documentId?: string } {
  const documentId = new URL(url).searchParams.get('documentId');
  return documentId === null ? {} : { documentId };
}

const NO_CACHE = { get: () => undefined, set: () => undefined };

/** Returns the check of what a request can run: any document or, in trusted documents mode, a registered one. */
function admission({ config }: System): ResolveDocument {
  if (!config.trustedDocuments) return ({ query }) => query as string;
  const documents = readTrustedDocuments();
  return (params) => trustedQuery(params, documents);
}

/**
 * Headers that Yoga must not set: it keeps connections of streams open even while the service stops, and allows
 * conditional caching.
 */
const OURS: ReadonlySet<string> = new Set(['connection', 'cache-control']);

async function answer(
  reply: FastifyReply,
  response: Response,
  stopping: AbortSignal | undefined,
): Promise<FastifyReply> {
  for (const [name, value] of response.headers) {
    if (!OURS.has(name.toLowerCase())) reply.header(name, value);
  }
  reply.status(response.status);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (!isStream || !response.body) return sendText(reply, response.status, await response.text());
  return reply.send(response.body.pipeThrough(comeAgain(stopping)));
}

/** The `retry` at the end of a stream makes the client reconnect to another process immediately. */
const RETRY = new TextEncoder().encode('retry: 1000\n\n');

/** Adds `retry` to a stream that ends because the service stops. */
const comeAgain = (stopping: AbortSignal | undefined) =>
  new TransformStream<Uint8Array, Uint8Array>({
    flush: (controller) => {
      if (stopping?.aborted) controller.enqueue(RETRY);
    },
  });

async function answerAnonymous(
  reply: FastifyReply,
  anonymous: AnonymousIntrospection,
  body: unknown,
): Promise<FastifyReply> {
  try {
    const text = await anonymous.answer(body);
    if (text === undefined) throw new UnauthenticatedError();
    return reply.type('application/json').send(text);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const { message, extensions } = error;
    notesOf(reply.request).addError(extensions.code);
    const { http, code } = extensions;
    reply.status(http?.status ?? 400).headers(http?.headers ?? {});
    return reply.type('application/json').send({ errors: [{ message, extensions: { code } }] });
  }
}

/** Yoga refuses a media type without a body; this service always sends one. */
function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  if (text !== '' || status < 400) return reply.send(text);
  return badRequest(reply, status, `HTTP ${status} ${STATUS_CODES[status]}`);
}

function badRequest(reply: FastifyReply, status: number, message: string): FastifyReply {
  const extensions = { code: 'BAD_REQUEST' satisfies AnyErrorCode };
  notesOf(reply.request).addError(extensions.code);
  return reply
    .status(status)
    .type('application/json')
    .send({ errors: [{ message, extensions }] });
}
