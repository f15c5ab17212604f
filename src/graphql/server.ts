import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { DomainContext, System } from '../domain/context.ts';
import { authenticate } from '../domain/identity/authenticate.ts';
import { toRefusal } from '../http/faults.ts';
import { trackMethods } from '../http/server.ts';
import { schema } from './schema.ts';

interface ServerContext {
  readonly ctx: DomainContext;
}

/** The GraphQL interface at /graphql (RULINGS Q1): GET and POST, and GraphiQL for browsers. */
export async function graphqlRoutes(app: FastifyInstance, options: { system: System }): Promise<void> {
  const { system } = options;
  const yoga = createYoga<ServerContext, DomainContext>({
    schema,
    graphqlEndpoint: '/graphql',
    context: ({ ctx }) => ctx,
    landingPage: false,
    graphiql: false,
    batching: false,
    logging: false,
    maskedErrors: { maskError: (error) => maskError(system, error) },
  });
  const page = renderGraphiQL({ title: 'Flightline GraphiQL', endpoint: '/graphql' });
  const contexts = new WeakMap<FastifyRequest, DomainContext>();
  const { refuseOthers } = trackMethods(app);

  app.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      if (wantsPage(request)) return reply.type('text/html; charset=utf-8').send(page);
      contexts.set(request, await authenticate({ system, requestId: request.id, ...credentials(request) }));
    },
    handler: async (request, reply) => {
      const ctx = contexts.get(request) as DomainContext;
      return answer(reply, await yoga.handleNodeRequestAndResponse(request, reply, { ctx }));
    },
  });
  refuseOthers();
}

function answer(reply: FastifyReply, response: Response): FastifyReply {
  for (const [name, value] of response.headers) reply.header(name, value);
  return reply.status(response.status).send(response.body ?? '');
}

/** A browser that opens the address, as opposed to a client that sends a query. */
function wantsPage(request: FastifyRequest): boolean {
  const { query } = request.query as Record<string, unknown>;
  return (
    request.method === 'GET' && query === undefined && (request.headers.accept ?? '').includes('text/html')
  );
}

function credentials(request: FastifyRequest) {
  const { authorization, 'x-seat-id': seat } = request.headers;
  return {
    token: /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1],
    seat: typeof seat === 'string' ? seat : undefined,
    scope: 'dsp-api-access',
  };
}

/** Errors outside the unions: domain errors keep their code, everything unknown is logged and masked. */
function maskError(system: System, error: unknown): Error {
  const original = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  if (original instanceof GraphQLError) return error as GraphQLError;
  const refusal = toRefusal(original);
  if (refusal.code === 'INTERNAL') system.log.error({ err: original }, 'resolver failed');
  const { nodes, source, positions, path } =
    error instanceof GraphQLError ? error : ({} as Partial<GraphQLError>);
  return new GraphQLError(refusal.message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    extensions: { code: refusal.code },
  });
}
