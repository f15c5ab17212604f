import { configDefaults, defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** On servers of the distribution, which `scripts/install-cluster.sh` installs. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['test/cluster/*.test.ts'],
    exclude: configDefaults.exclude,
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
