import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route only says that its path has no such method. */
    refusesMethod?: true;
  }
}

export interface Route {
  readonly method: string;
  /** As registered: `/traffic/ads/:id`. */
  readonly url: string;
}

const tables = new WeakMap<FastifyInstance, Route[]>();

/** Notes every route that is registered from now on; call it before any is. */
export function keepRouteTable(app: FastifyInstance): void {
  const table: Route[] = [];
  tables.set(app, table);
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.refusesMethod) return;
    table.push(...[method].flat().map((name) => ({ method: name, url })));
  });
}

/** What the server answers, refusals of other methods left out. */
export function routeTable(app: FastifyInstance): readonly Route[] {
  return tables.get(app) ?? [];
}
