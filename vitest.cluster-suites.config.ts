import { configDefaults, defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Tests that look into their process, or break it: there are three. */
const OF_ONE_PROCESS = [
  'what nobody foresaw is 500',
  'what is answered directly is stored once, counted and logged',
  'a report over the row cap is FAILED',
  'files that a crash left are removed once they are old',
  'a line that comes often is changed in order, in as many rounds',
  'callers that go away take their statements along',
  'leave no order by delivery to the statement',
  'that are refused leave the whole answer to the executor',
  'answers while the database is away',
  'is read by one statement',
  'a list of several types is one statement',
  'a list takes as many statements for 50 items as for 5',
  'a refused call does not count: what was left stays left',
  // Reads of a replica have its pool.
  'a small read of a caller goes over the shared connection',
];
const OTHERS = [
  // Statements of one process are counted.
  'test/graphql/issued-sql.test.ts',
  'test/graphql/statement-counts.test.ts',
  // Limits apply as soon as they are set; with Redis, within a second.
  'test/rest/native/units.test.ts',
];

/** The suites of the interfaces, over two services and a worker on the engines of a cluster. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
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
    testNamePattern: new RegExp(`^(?!.*(${OF_ONE_PROCESS.join('|')}))`),
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
