import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // They have their own commands: test:faults, test:fuzz, bench:*.
    exclude: [...configDefaults.exclude, 'test/bench/**', 'test/faults/**', 'test/fuzz/**'],
    globalSetup: 'test/support/global-setup.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
