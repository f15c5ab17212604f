import type { FastifyInstance } from 'fastify';
import type { System } from '../../domain/context.ts';
import { HttpFault } from '../faults.ts';
import { trackMethods } from '../server.ts';
import { sendAsset, sendPage } from './files.ts';
import { isBrowserVisit, redirectToStart } from './visits.ts';

const NAME = /^[a-z0-9-]+$/;
const ASSET = /^[a-z0-9-]+\.(js|css|svg)$/;

/** The pages for people: the dashboard, the documentation, the REST reference, and their files. */
export async function pageRoutes(app: FastifyInstance, options: { system: System }): Promise<void> {
  const { config } = options.system;
  const { dashboard, graphiql, services } = config;
  const { refuseOthers } = trackMethods(app);

  if (dashboard) {
    const page = graphiql && services.has('graphql') ? 'dashboard' : 'dashboard-without-graphiql';
    app.get('/dashboard', (_request, reply) => sendPage(reply, page));
  }
  app.get('/docs', (_request, reply) => sendPage(reply, 'docs'));
  app.get('/docs/rest', (_request, reply) => sendPage(reply, 'reference'));
  app.get<{ Params: { page: string } }>('/docs/:page', ({ params: { page } }, reply) => {
    if (!NAME.test(page)) throw new HttpFault('ROUTE_NOT_FOUND');
    return sendPage(reply, `docs/${page}`);
  });
  app.get<{ Params: { file: string } }>('/assets/:file', ({ params: { file } }, reply) => {
    if (!ASSET.test(file)) throw new HttpFault('ROUTE_NOT_FOUND');
    return sendAsset(reply, file);
  });
  // With attribution, the conversion postback uses this path.
  if (!services.has('attribution')) {
    app.get('/', async (request, reply) => {
      if (!isBrowserVisit(request)) throw new HttpFault('ROUTE_NOT_FOUND');
      return redirectToStart(reply, config);
    });
  }
  refuseOthers();
}
