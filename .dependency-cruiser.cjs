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
    {
      name: 'domain-knows-no-transport',
      severity: 'error',
      comment: 'Rules must hold whichever face calls; a domain that knows HTTP or GraphQL decides by face.',
      from: { path: '^src/(domain|db|redis|warehouse)/' },
      to: { path: '^src/(graphql|rest|http|cli|app|main|dashboard)' },
    },
    {
      name: 'faces-do-not-call-each-other',
      severity: 'error',
      comment:
        'REST and GraphQL are two faces of the domain; one through the other would inherit its quirks.',
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
      to: { path: '^(src/db/|node_modules/(@prisma|pg)/)' },
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
      comment: 'Who sends no traces must not pay for the library; src/tracing/span.ts is what others use.',
      from: { path: '^src/', pathNot: '^src/tracing/opentelemetry[.]ts$' },
      to: { path: '^node_modules/@opentelemetry/' },
    },
    {
      name: 'tracing-is-imported-dynamically',
      severity: 'error',
      comment: 'The same: a static import loads it always.',
      from: { path: '^src/' },
      to: { path: '^src/tracing/opentelemetry[.]ts$', dynamic: false },
    },
    {
      name: 'redis-is-loaded-on-demand',
      severity: 'error',
      comment: 'The same: who has no Redis must not pay for its client.',
      from: { path: '^src/', pathNot: '^src/redis/ioredis[.]ts$' },
      to: { path: '^node_modules/ioredis/' },
    },
    {
      name: 'redis-is-imported-dynamically',
      severity: 'error',
      comment: 'The same: a static import loads it always.',
      from: { path: '^src/' },
      to: { path: '^src/redis/ioredis[.]ts$', dynamic: false },
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
        pathNot: ['^src/main[.]ts$', '^src/cli/', '^src/db/generated/', '^src/pages/', '[.]d[.]ts$'],
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
    doNotFollow: { path: ['node_modules', 'src/db/generated', '^src/dashboard/'] },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.json'] },
  },
};
