import { configDefaults, defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** With TEST_FILES=swift, facts and reports are in a bucket of Swift. */
const isOnSwift = process.env.TEST_FILES === 'swift';

/** These make files on disk older. */
const OF_A_DISK = [
  'files that a crash left are removed',
  'a file of facts that no catalogue lists is removed',
];

/** Each report of these suites is made by DuckDB and by ClickHouse, and is the same byte for byte. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    // Modules are replaced by others, which Node's own loader cannot do.
    experimental: { viteModuleRunner: true },
    execArgv: [],
    include: [
      'test/clickhouse/*.test.ts',
      'test/domain/reporting/report/*.test.ts',
      'test/rest/reporting/*.test.ts',
      'test/rest/wire/reports.test.ts',
      'test/graphql/reports/report.test.ts',
      'test/graphql/reports/saved-reports.test.ts',
      'test/domain/sandbox/certify.test.ts',
    ],
    exclude: configDefaults.exclude,
    globalSetup: [
      'test/support/global-setup.ts',
      'test/clickhouse/global-setup.ts',
      ...(isOnSwift ? ['test/cluster/suites/swift.ts'] : []),
    ],
    setupFiles: ['test/clickhouse/both-engines.ts', ...(isOnSwift ? ['test/clickhouse/on-swift.ts'] : [])],
    ...(isOnSwift && { testNamePattern: new RegExp(`^(?!.*(${OF_A_DISK.join('|')}))`) }),
    isolate: true,
    testTimeout: 240_000,
  },
});
