import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route only answers that the path, or its method, does not exist. */
    isRefusal?: true;
    /** Only clients of this wire profile can call the route. */
    wire?: 'observed';
  }
}

export interface Route {
  readonly method: string;
  /** As registered: `/traffic/ads/:id`. */
  readonly url: string;
  /** For clients of other wire profiles, the route does not exist. */
  readonly wire?: 'observed' | undefined;
}

const tables = new WeakMap<FastifyInstance, Route[]>();

/**
 * Records every route that is registered from now on. Call it before any is. HEAD is recorded with its GET.
 */
export function recordRoutes(app: FastifyInstance): void {
  const table: Route[] = [];
  tables.set(app, table);
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.isRefusal) return;
    const named = [method].flat().filter((name) => name !== 'HEAD');
    table.push(...named.map((name) => ({ method: name, url, wire: config?.wire })));
  });
}

/** Returns the documented routes, without the refusals of other methods. */
export function routeTable(app: FastifyInstance): readonly Route[] {
  return tables.get(app)?.filter(({ wire }) => wire === undefined) ?? [];
}

/** Returns the additional routes for clients of the observed profile. */
export function observedRouteTable(app: FastifyInstance): readonly Route[] {
  return tables.get(app)?.filter(({ wire }) => wire !== undefined) ?? [];
}
