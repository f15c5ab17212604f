import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import type { System } from '../../domain/context.ts';
import { trackMethods } from '../../http/server.ts';
import { openApiDocument } from './document.ts';

const DAY_S = 86_400;

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Flightline REST</title>
    <script type="module" src="/docs/rest/rapidoc.js"></script>
  </head>
  <body>
    <rapi-doc spec-url="/openapi.json" render-style="read" show-header="false" load-fonts="false"
      schema-style="table" sort-tags="false" regular-font="system-ui" mono-font="ui-monospace"></rapi-doc>
  </body>
</html>
`;

/** The OpenAPI document of what this process serves, and a page to read it; neither needs a token. */
export async function referenceRoutes(app: FastifyInstance, options: { system: System }): Promise<void> {
  const { config, publicUrls } = options.system;
  const { refuseOthers } = trackMethods(app);
  // Made when first asked for: most processes are never asked.
  let json: string | undefined;
  const script = createRequire(import.meta.url).resolve('rapidoc/dist/rapidoc-min.js');

  app.get('/openapi.json', async (_request, reply) => {
    json ??= JSON.stringify(
      openApiDocument({ settings: config, services: config.services, url: publicUrls[0] ?? '/' }),
    );
    return reply.type('application/json; charset=utf-8').send(json);
  });
  app.get('/docs/rest', async (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE));
  app.get('/docs/rest/rapidoc.js', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', `public, max-age=${DAY_S}`)
      .send(createReadStream(script)),
  );
  refuseOthers();
}
