import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  // The file that Node itself takes; of two copies of graphql neither knows the other's errors.
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
  test: {
    include: ['test/**/*.test.ts'],
    // They have their own commands: test:faults, test:fuzz, test:browser, bench:*.
    exclude: [
      ...configDefaults.exclude,
      'test/bench/**',
      'test/faults/**',
      'test/fuzz/**',
      'test/browser/**',
    ],
    globalSetup: 'test/support/global-setup.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
