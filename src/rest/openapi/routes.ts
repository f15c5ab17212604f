import type { FastifyInstance } from 'fastify';
import type { System } from '../../domain/context.ts';
import { cachedText } from '../../http/cached-text.ts';
import { trackMethods } from '../../http/server.ts';
import { observedDocument, openApiDocument } from './document.ts';

const DOCUMENTS = { '/openapi.json': openApiDocument, '/openapi-observed.json': observedDocument } as const;

/** Serves the OpenAPI documents of the interfaces that this process serves. They need no token. */
export async function referenceRoutes(app: FastifyInstance, options: { system: System }): Promise<void> {
  const { config, publicUrls } = options.system;
  const { refuseOthers } = trackMethods(app);
  for (const [path, documentOf] of Object.entries(DOCUMENTS)) {
    const send = cachedText({
      type: 'application/json; charset=utf-8',
      make: () =>
        JSON.stringify(
          documentOf({ settings: config, services: config.services, url: publicUrls[0] ?? '/' }),
        ),
    });
    app.get(path, (_request, reply) => send(reply));
  }
  refuseOthers();
}
