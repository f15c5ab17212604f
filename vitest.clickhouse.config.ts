import { configDefaults, defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Each report of these suites is made by DuckDB and by ClickHouse, and is the same byte for byte. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: [
      'test/clickhouse/*.test.ts',
      'test/domain/report/*.test.ts',
      'test/rest/reporting/*.test.ts',
      'test/rest/wire/reports.test.ts',
      'test/graphql/report.test.ts',
      'test/graphql/saved-reports.test.ts',
      'test/domain/sandbox/certify.test.ts',
    ],
    exclude: configDefaults.exclude,
    globalSetup: ['test/support/global-setup.ts', 'test/clickhouse/global-setup.ts'],
    setupFiles: 'test/clickhouse/both-engines.ts',
    isolate: true,
    testTimeout: 240_000,
  },
});
