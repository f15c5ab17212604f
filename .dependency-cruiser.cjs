/** The folders of src from the bottom to the top, and why none may use one above it. */
const ROOMS = [
  ['platform', 'What every service of this kind needs knows nothing of advertising.'],
  ['warehouse', 'Facts and files are stored and summed whoever asks for them.'],
  ['resources', 'The reader is handed the definitions of resources; it works for any domain.'],
  [
    'domain',
    'Rules hold whichever interface calls; a domain that knows HTTP or GraphQL decides by interface.',
  ],
  ['http', 'The server that all interfaces share knows none of them.'],
  ['rest', 'Interfaces can be served without workers, backups or the demo seat.'],
  ['graphql', 'The same.'],
  ['operations', 'The service can run without its command line.'],
  ['cli', ''],
];
/** `app.ts` puts the interfaces together, and the service that starts it belongs to operations. */
const above = (index) => [
  ...ROOMS.slice(index + 1).map(([room]) => room),
  'main[.]ts',
  'dashboard',
  'client',
];
const upward = ([room, comment], index) => ({
  name: `${room}-does-not-look-up`,
  severity: 'error',
  comment,
  from: { path: `^src/${room}/` },
  to: { path: `^src/(${[...above(index), ...(room === 'operations' ? [] : ['app[.]ts'])].join('|')})(/|$)` },
});

/** The boundaries of ARCHITECTURE.md, executable. @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'A cycle has no beginning to read from, and its modules cannot be tested apart.',
      from: {},
      to: { circular: true },
    },
    ...ROOMS.slice(0, -1).map(upward),
    {
      name: 'interfaces-do-not-call-each-other',
      severity: 'error',
      comment:
        'REST and GraphQL are two interfaces of the domain; one through the other would inherit its quirks.',
      from: { path: '^src/rest/' },
      to: { path: '^src/graphql/' },
    },
    {
      name: 'graphql-does-not-call-rest',
      severity: 'error',
      comment: 'The same, the other way round.',
      from: { path: '^src/graphql/' },
      to: { path: '^src/rest/' },
    },
    {
      name: 'transports-do-not-touch-the-database',
      severity: 'error',
      comment: 'A transport that queries by itself skips visibility. Only Pothos needs the generated types.',
      from: { path: '^src/(graphql|rest|http)/', pathNot: '^src/(graphql/builder|http/faults)[.]ts$' },
      to: { path: '^(src/platform/database/|node_modules/(@prisma|pg)/)' },
    },
    {
      name: 'client-stands-alone',
      severity: 'error',
      comment: 'The client package is published by itself; it may know the service by its interfaces only.',
      from: { path: '^src/client/' },
      to: { path: '^src/', pathNot: '^src/client/' },
    },
    {
      name: 'service-does-not-need-its-client',
      severity: 'error',
      comment: 'The same, the other way round.',
      from: { path: '^src/', pathNot: '^src/client/' },
      to: { path: '^src/client/' },
    },
    {
      name: 'tracing-is-loaded-on-demand',
      severity: 'error',
      comment:
        'Who sends no traces must not pay for the library; src/platform/tracing/span.ts is what others use.',
      from: { path: '^src/', pathNot: '^src/platform/tracing/opentelemetry[.]ts$' },
      to: { path: '^node_modules/@opentelemetry/' },
    },
    {
      name: 'tracing-is-imported-dynamically',
      severity: 'error',
      comment: 'The same: a static import loads it always.',
      from: { path: '^src/' },
      to: { path: '^src/platform/tracing/opentelemetry[.]ts$', dynamic: false },
    },
    {
      name: 'redis-is-loaded-on-demand',
      severity: 'error',
      comment: 'The same: who has no Redis must not pay for its client.',
      from: { path: '^src/', pathNot: '^src/platform/redis/ioredis[.]ts$' },
      to: { path: '^node_modules/ioredis/' },
    },
    {
      name: 'redis-is-imported-dynamically',
      severity: 'error',
      comment: 'The same: a static import loads it always.',
      from: { path: '^src/' },
      to: { path: '^src/platform/redis/ioredis[.]ts$', dynamic: false },
    },
    {
      name: 'clickhouse-is-loaded-on-demand',
      severity: 'error',
      comment: 'The same: who has no ClickHouse must not pay for its client.',
      from: { path: '^src/', pathNot: '^src/warehouse/clickhouse/client[.]ts$' },
      to: { path: '^node_modules/@clickhouse/' },
    },
    {
      name: 'clickhouse-is-imported-dynamically',
      severity: 'error',
      comment: 'The same: a static import loads it always.',
      from: { path: '^src/' },
      to: { path: '^src/warehouse/clickhouse/client[.]ts$', dynamic: false },
    },
    {
      name: 'service-does-not-need-its-dashboard',
      severity: 'error',
      comment: 'It serves the files that the build made of it.',
      from: { path: '^src/', pathNot: '^src/dashboard/' },
      to: { path: '^src/dashboard/' },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'A module that nothing reaches is dead.',
      from: {
        orphan: true,
        pathNot: [
          '^src/main[.]ts$',
          '^src/cli/',
          '^src/platform/database/generated/',
          '^src/http/browser/',
          '[.]d[.]ts$',
        ],
      },
      to: {},
    },
    {
      name: 'no-dev-dependencies',
      severity: 'error',
      comment: 'What runs in production must be installed there.',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev'] },
    },
  ],
  options: {
    // The dashboard's own boundaries are its project's root, and Biome's rule of cycles.
    doNotFollow: { path: ['node_modules', 'src/platform/database/generated', '^src/dashboard/'] },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.json'] },
  },
};
