import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { WITH_SERVICE } from './test/support/processes/built.ts';

// For the global setup, which builds `dist`: it runs in this process, from source.
register('./scripts/typescript.mjs', import.meta.url);

export default defineConfig({
  // The file that Node itself takes; of two copies of graphql neither knows the other's errors.
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
  test: {
    include: ['test/**/*.test.ts'],
    // When watching: Vitest knows the modules of `dist`, not those of `src`.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/src/**'],
    // They have commands of their own, such as test:faults and bench:intake.
    exclude: [
      ...configDefaults.exclude,
      'test/bench/**',
      'test/clickhouse/**',
      'test/cluster/**',
      'test/faults/**',
      'test/fuzz/**',
      'test/kubernetes/**',
      'test/browser/**',
      'test/dashboard/*.test.ts',
      'test/dashboard/{display,editing,lists,reports}/**',
    ],
    globalSetup: 'test/support/global-setup.ts',
    tags: [{ name: 'one-process', description: 'looks into the process that it runs in, or breaks it' }],
    pool: 'forks',
    // Node itself loads the tests and, compiled, what they import from `src`. Vite would transform every module for
    // every process.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: WITH_SERVICE,
    // Twice as many as the smallest machine has processors: a quarter of the time, tests wait for processes and clocks.
    maxWorkers: 4,
    // Reloading the application for every file took longer than the tests; each has its own database.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
