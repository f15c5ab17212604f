import type { FastifyInstance } from 'fastify';
import type { System } from '../../domain/context.ts';
import { cachedText } from '../../http/cached-text.ts';
import { trackMethods } from '../../http/server.ts';
import { openApiDocument } from './document.ts';

/** Serves the OpenAPI document of the interfaces that this process serves. It needs no token. */
export async function referenceRoutes(app: FastifyInstance, options: { system: System }): Promise<void> {
  const { config, publicUrls } = options.system;
  const { refuseOthers } = trackMethods(app);
  const send = cachedText({
    type: 'application/json; charset=utf-8',
    make: () =>
      JSON.stringify(
        openApiDocument({ settings: config, services: config.services, url: publicUrls[0] ?? '/' }),
      ),
  });
  app.get('/openapi.json', (_request, reply) => send(reply));
  refuseOthers();
}
