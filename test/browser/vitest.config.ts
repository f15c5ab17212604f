import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

/** `npm run test:browser`: needs Chromium (Debian's package `chromium`, or its path in CHROMIUM). */
export default defineConfig({
  ...base,
  root: join(import.meta.dirname, '../..'),
  test: {
    ...base.test,
    include: ['test/browser/*.test.ts'],
    exclude: configDefaults.exclude,
    testTimeout: 180_000,
  },
});
