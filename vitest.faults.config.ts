import { configDefaults, defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Processes killed at random moments: too long for `npm test`. */
export default defineConfig({
  ...base,
  test: { ...base.test, include: ['test/faults/**/*.test.ts'], exclude: configDefaults.exclude },
});
