import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type FormattedExecutionResult, GraphQLError, type GraphQLFormattedError } from 'graphql';
import { CloseCode, type Context } from 'graphql-ws';
import { useServer } from 'graphql-ws/use/ws';
import type { GraphQLParams, YogaServerInstance } from 'graphql-yoga';
import { WebSocketServer } from 'ws';
import { authenticate } from '../../../domain/access/identity/authenticate.ts';
import type { System } from '../../../domain/context.ts';
import { refusalWriter } from '../../../http/client-errors.ts';
import { serveWithoutUpgrade } from '../../../http/connections/upgrades.ts';
import { bearerToken } from '../../../http/credentials.ts';
import type { GraphqlErrorCode } from '../../../http/error-catalogue.ts';
import { reviveNumbers } from '../../../http/exact-json.ts';
import { HttpFault } from '../../../http/faults.ts';
import { countOperation } from '../../../http/requests/metrics.ts';
import { MAX_TARGET } from '../../../http/server.ts';
import { withoutNames } from '../../../platform/log/logger.ts';
import { paramsIn } from '../documents/parameters.ts';
import { graphqlInterface } from '../envelope.ts';
import { graphqlFault } from '../fault.ts';
import { chargeReading } from '../price/charge.ts';
import { boundMessages } from './bound-messages.ts';
import { BoundedSocket } from './bounded-socket.ts';
import { type CallContext, type Credentials, overFor, type Sessions } from './sessions.ts';
import { engineOf, socketArguments } from './socket-arguments.ts';
import { SocketOperation } from './socket-operation.ts';

const MAX_MESSAGE = 1024 * 1024;
/** A fragment of one byte takes as long as one of a kilobyte. */
const MAX_FRAGMENTS = 1_000;
const MAX_OPERATIONS = 100;
/** The ID of an operation is returned with each of its results. */
const MAX_ID_BYTES = 256;
const LONG_ID = `The ID of an operation has more than ${MAX_ID_BYTES} bytes`;
const INTERNAL = 'Internal server error';
/** The time for the error that ends a stream to arrive before the connection is closed. */
const LAST_WORDS_MS = 200;
const GOODBYE_MS = 1_000;
type Extra = Record<PropertyKey, unknown> & {
  readonly request: IncomingMessage;
  readonly socket: BoundedSocket;
  credentials?: Credentials;
};
type Connection = Context<Record<string, unknown>, Extra>;

/** Serves GraphQL over WebSocket (`graphql-transport-ws`) on the path of GraphQL. */
export function serveWebSockets(options: {
  app: FastifyInstance;
  system: System;
  sessions: Sessions;
  yoga: Pick<YogaServerInstance<object, CallContext>, 'getEnveloped'>;
  path: string;
  /** Returns the registered document for the requested one, or throws. */
  resolveDocument: (params: GraphQLParams) => string;
}): void {
  const { app, system, sessions, yoga, path, resolveDocument } = options;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE,
    WebSocket: BoundedSocket,
    // Other connections are served between two messages of one.
    allowSynchronousEvents: false,
    maxFragments: MAX_FRAGMENTS,
  });

  const operations = new WeakMap<object, SocketOperation>();
  const log = withoutNames(system.log);

  const onEnd = ({ caller, notes }: SocketOperation): void => {
    countOperation(notes);
    if (caller)
      chargeReading(caller, notes).catch((error) => log.warn({ err: error }, 'points were not taken'));
  };

  const argumentsOf = socketArguments({ system, bodies: app.bodies, yoga, resolveDocument });

  const disposable = useServer<Record<string, unknown>, Extra>(
    {
      // Otherwise errors of graphql-ws would be the reasons of closed connections.
      isProd: true,
      execute: (args) => engineOf(args).execute(args),
      subscribe: (args) => engineOf(args).subscribe(args),
      onConnect: async (connection) => {
        const credentials = credentialsOf(connection);
        // Refused for any reason: the client receives code 4403.
        const caller = await authenticate({ system, ...credentials }).catch(() => undefined);
        if (!caller) return false;
        const { extra } = connection;
        extra.credentials = credentials;
        extra.socket.seatId = caller.seatId;
        const unwatch = sessions.watch(credentials, (reason) =>
          setTimeout(() => extra.socket.close(CloseCode.Forbidden, reason.message), LAST_WORDS_MS),
        );
        extra.socket.once('close', unwatch);
        extra.socket.isAcknowledged = true;
        return true;
      },
      onSubscribe: async (connection, id, payload) => {
        const { credentials, request, socket } = connection.extra;
        if (Buffer.byteLength(id) > MAX_ID_BYTES) {
          socket.refuse(CloseCode.BadRequest, LONG_ID);
          return [graphqlFault('BAD_USER_INPUT', LONG_ID)];
        }
        if (!credentials) throw new Error('The connection was not acknowledged.');
        const params = paramsIn(reviveNumbers(payload));
        const operation = new SocketOperation({ log, headers: request.headers, onEnd });
        operations.set(payload, operation);
        operation.notes.requestBytes = socket.messageBytes;
        operation.notes.name(params.operationName);
        if (Object.keys(connection.subscriptions).length > MAX_OPERATIONS)
          return operation.refuse([
            graphqlFault(
              'OPERATION_LIMIT_EXCEEDED',
              `A connection runs at most ${MAX_OPERATIONS} operations at once.`,
            ),
          ]);
        try {
          const run = await operation.run(() => argumentsOf(operation, { socket, credentials, params }));
          return Array.isArray(run) ? operation.refuse(run) : run;
        } catch (error) {
          if (error instanceof GraphQLError) return operation.refuse([error]);
          const over = overFor(error);
          if (over) {
            setTimeout(() => socket.close(CloseCode.Forbidden, over.message), LAST_WORDS_MS);
            return operation.refuse([new GraphQLError(over.message, { extensions: { code: over.code } })]);
          }
          operation.fail(error);
          log.error({ requestId: operation.requestId, err: error }, 'an operation over WebSocket failed');
          socket.refuse(CloseCode.InternalServerError, INTERNAL);
          return [new GraphQLError(INTERNAL, { extensions: { code: 'INTERNAL' } })];
        }
      },
      onError: (_connection, _id, payload, errors) => {
        operations.get(payload)?.refuse(errors);
        return errors.map(toWire);
      },
      onComplete: (_connection, _id, payload) => operations.get(payload)?.end(),
      onNext: (_connection, _id, payload, _args, result) => {
        if (!result.errors) return undefined;
        operations.get(payload)?.note(result);
        return { ...result, errors: result.errors.map(toWire) } as FormattedExecutionResult;
      },
    },
    server,
  );

  const refuseOnSocket = refusalWriter({ system, interfaces: [graphqlInterface] });
  server.on('wsClientError', ({ message }, socket, { url = path, headers }) => {
    // RFC 6455, 4.4.
    const more: Record<string, string> = /version/i.test(message) ? { 'sec-websocket-version': '13, 8' } : {};
    const fault = new HttpFault('BAD_REQUEST', more, `${message}.`);
    // Node no longer limits its time: a client that keeps its half open would hold it.
    socket.once('finish', () => socket.destroy());
    refuseOnSocket(socket, { fault, target: url, origin: headers.origin });
  });

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const isOffered = request.headers.upgrade?.toLowerCase() === 'websocket';
    const { method, url = '' } = request;
    const isPath = url.split('?', 1)[0]?.replace(/\/$/, '') === path;
    // Only GET can be upgraded. A target that is too long is refused like that of any other request.
    if (!isOffered || !isPath || method !== 'GET' || url.length > MAX_TARGET) {
      serveWithoutUpgrade({ server: app.server, request, socket, head });
      return;
    }
    server.handleUpgrade(request, socket, head, (client) => {
      server.emit('connection', client, request);
      keepQuiet(client, request.socket, system);
      boundMessages(client, request.socket, app.bodies);
    });
  };
  app.server.on('upgrade', upgrade);
  app.addHook('preClose', async () => {
    app.server.off('upgrade', upgrade);
    const late = setTimeout(() => {
      for (const client of server.clients) client.terminate();
    }, GOODBYE_MS);
    await disposable.dispose();
    clearTimeout(late);
  });
}

/** graphql-ws writes to the console when a connection breaks or sends invalid messages. Writes to the log instead. */
function keepQuiet(client: BoundedSocket, socket: Duplex, { log }: System): void {
  client.removeAllListeners('error');
  client.on('error', (error) => log.debug({ err: error }, 'a WebSocket broke'));
  const send: (data: string, done: (error?: Error) => void) => void = client.send.bind(client);
  // A message that could not be sent because the client disconnected is not an error.
  client.send = (data: string, done?: unknown) =>
    send(data, (error) => {
      const isGone = socket.destroyed || client.readyState !== client.OPEN;
      if (typeof done === 'function') done(isGone ? undefined : error);
    });
}

/** As over HTTP: extensions that only concern HTTP are left out, and an error without a code is a syntax error. */
function toWire(error: GraphQLError): GraphQLFormattedError {
  const { http: _, ...extensions } = error.extensions;
  const code: GraphqlErrorCode = 'GRAPHQL_PARSE_FAILED';
  return { ...error.toJSON(), extensions: { code, ...extensions } };
}

/** Returns `connectionParams.authorization` or the header of the upgrade request; the same for the seat. */
function credentialsOf({ connectionParams = {}, extra }: Connection): Credentials {
  const { headers } = extra.request;
  const given = (name: string) => {
    const value = connectionParams[name] ?? connectionParams[`${name[0]?.toUpperCase()}${name.slice(1)}`];
    return typeof value === 'string' ? value : headers[name]?.toString();
  };
  return {
    token: bearerToken({ headers: { authorization: given('authorization') } }),
    seat: given('x-seat-id'),
    scope: 'dsp-api-access',
    requestId: 'websocket',
  };
}
