import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { loadConfig } from '../../../src/config.ts';
import { announce, countAllStatements } from '../support/report.ts';

/** What PostGraphile makes of the tables as they are, with its usual preset and filters. It knows no seats. */
// PostGraphile requires Node 22; this is all that Node 20 lacks for these queries.
if (!('withResolvers' in Promise)) Object.assign(Promise, { withResolvers });
// Its packages are in a separate folder, which need not be installed.
const load = createRequire(new URL('./postgraphile/package.json', import.meta.url));
const statements = countAllStatements(load('pg').Client);
const { postgraphile } = load('postgraphile');
const { PostGraphileAmberPreset } = load('postgraphile/presets/amber');
const { makePgService } = load('postgraphile/adaptors/pg');
const { grafserv } = load('postgraphile/grafserv/node');
const { jsonPgSmartTags } = load('postgraphile/utils');
const { PostGraphileConnectionFilterPreset } = load('postgraphile-plugin-connection-filter');

const instance = postgraphile({
  extends: [PostGraphileAmberPreset, PostGraphileConnectionFilterPreset],
  // PostgreSQL has a type of the name "line" already.
  plugins: [jsonPgSmartTags({ version: 1, config: { class: { line: { tags: { name: 'traffic_line' } } } } })],
  pgServices: [
    makePgService({
      connectionString: loadConfig().databaseUrl,
      schemas: ['public'],
      poolConfig: { max: 16 },
    }),
  ],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
});
const server = createServer();
await instance.createServ(grafserv).addTo(server);
server.listen(0, '127.0.0.1', () => {
  announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, statements);
});

function withResolvers<T>() {
  let resolve: (value: T | PromiseLike<T>) => void = () => undefined;
  let reject: (reason?: unknown) => void = () => undefined;
  const promise = new Promise<T>((resolved, rejected) => {
    resolve = resolved;
    reject = rejected;
  });
  return { promise, resolve, reject };
}
