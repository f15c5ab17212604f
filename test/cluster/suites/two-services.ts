import { vi } from 'vitest';
import { CURRENT_POSITION } from '../../../src/platform/database/connection/position.ts';
import { onCleanup } from '../../support/on-cleanup.ts';
import { folderOfBucket } from './bucket.ts';
import { another, first } from './processes.ts';

/**
 * The calls of a test alternate between two services, by a caller that sends the position of its writes;
 * reports are made by a third process.
 */
vi.mock('../../support/system.ts', async (original) => {
  const { testSystem } = await original<typeof import('../../support/system.ts')>();
  return {
    testSystem: async ({ env = {} }: Parameters<typeof testSystem>[0] = {}) =>
      first(await testSystem({ env: { ...folderOfBucket(), ...env } })),
  };
});

vi.mock('../../../src/app.ts', async (original) => {
  const { buildApp } = await original<typeof import('../../../src/app.ts')>();
  return {
    buildApp: async ({ system }: Parameters<typeof buildApp>[0]) => {
      const one = await buildApp({ system });
      const other = await buildApp({ system: await another(system) });
      onCleanup(() => other.close());
      const services = [one.inject.bind(one), other.inject.bind(other)];
      let calls = 0;
      const inject = async (call: { headers?: object }) => {
        const { rows } = await system.pool.query(CURRENT_POSITION);
        const headers = { 'flightline-position': rows[0].position, ...call.headers };
        calls += 1;
        return services[calls % services.length]?.({ ...call, headers });
      };
      return Object.assign(one, { inject });
    },
  };
});

vi.mock('../../../src/operations/worker/worker.ts', async (original) => {
  const { startWorker } = await original<typeof import('../../../src/operations/worker/worker.ts')>();
  return {
    startWorker: async ({ system }: Parameters<typeof startWorker>[0]) =>
      startWorker({ system: await another(system) }),
  };
});
