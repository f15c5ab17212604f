import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route only says that there is no such path, or that its path has no such method. */
    isRefusal?: true;
    /** The route exists for clients of this wire profile alone. */
    wire?: 'observed';
  }
}

export interface Route {
  readonly method: string;
  /** As registered: `/traffic/ads/:id`. */
  readonly url: string;
  /** Clients of other wire profiles do not find it. */
  readonly wire?: 'observed' | undefined;
}

const tables = new WeakMap<FastifyInstance, Route[]>();

/** Notes every route that is registered from now on; call it before any is. HEAD goes with its GET. */
export function keepRouteTable(app: FastifyInstance): void {
  const table: Route[] = [];
  tables.set(app, table);
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.isRefusal) return;
    const named = [method].flat().filter((name) => name !== 'HEAD');
    table.push(...named.map((name) => ({ method: name, url, wire: config?.wire })));
  });
}

/** What the server answers as documented, refusals of other methods left out. */
export function routeTable(app: FastifyInstance): readonly Route[] {
  return tables.get(app)?.filter(({ wire }) => wire === undefined) ?? [];
}

/** What it answers beside that to clients of the observed profile. */
export function observedRouteTable(app: FastifyInstance): readonly Route[] {
  return tables.get(app)?.filter(({ wire }) => wire !== undefined) ?? [];
}
