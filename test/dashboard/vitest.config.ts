import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

/** `npm run test:dashboard`: the built service and its dashboard in Chromium (Debian's, or the path in CHROMIUM). */
export default defineConfig({
  ...base,
  root: join(import.meta.dirname, '../..'),
  test: {
    ...base.test,
    include: ['test/dashboard/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'test/dashboard/units/**'],
    globalSetup: 'test/dashboard/support/built-service.ts',
    // One browser and one service: two files at a time would only wait for each other.
    fileParallelism: false,
    isolate: true,
    // As long as a page has for anything else that is waited for.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
