import { vi } from 'vitest';
import { folderOfBucket } from '../cluster/suites/bucket.ts';

vi.mock('../support/system.ts', async (original) => {
  const { testSystem } = await original<typeof import('../support/system.ts')>();
  return {
    testSystem: ({ env = {} }: Parameters<typeof testSystem>[0] = {}) =>
      testSystem({ env: { ...folderOfBucket(), ...env } }),
  };
});
