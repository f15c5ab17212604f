import { configDefaults, defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

const OTHERS = [
  // Statements of one process are counted.
  'test/graphql/issued-sql.test.ts',
  'test/graphql/statement-counts.test.ts',
  // What a process collects is stored by that process.
  'test/graphql/events/identity-matches.test.ts',
  'test/graphql/events/refused-events.test.ts',
  // Sandboxes of their own.
  'test/graphql/account/sandbox-verbs.test.ts',
  'test/graphql/account/self-service.test.ts',
  // Limits apply as soon as they are set; with Redis, within a second.
  'test/rest/native/units.test.ts',
];

/** The suites of the interfaces, over two services and a worker on the engines of a cluster. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    // Modules are replaced by others, which Node's own loader cannot do.
    experimental: { viteModuleRunner: true },
    execArgv: [],
    include: [
      'test/cluster/suites/*.test.ts',
      'test/rest/traffic/*.test.ts',
      'test/rest/native/*.test.ts',
      'test/rest/intake/*.test.ts',
      'test/rest/attribution/*.test.ts',
      'test/rest/reporting/*.test.ts',
      'test/graphql/*.test.ts',
      'test/graphql/lists/*.test.ts',
      'test/graphql/reading/*.test.ts',
    ],
    exclude: [...configDefaults.exclude, ...OTHERS],
    globalSetup: [
      'test/cluster/suites/swift.ts',
      'test/cluster/suites/servers.ts',
      'test/support/global-setup.ts',
    ],
    setupFiles: 'test/cluster/suites/two-services.ts',
    isolate: true,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
