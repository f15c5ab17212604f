import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSystem } from '../../../src/operations/service/system.ts';
import { testSystem } from '../../support/system.ts';

test.each([true, false])(
  'the first start makes a database a sandbox or not (%s), with a master key that it creates; later ones change nothing',
  async (sandbox) => {
    const { config, database, log } = await testSystem();
    const dataDir = await mkdtemp(join(tmpdir(), 'flightline-first-start-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const start = async (wanted: boolean) => {
      const { system, close } = await openSystem({
        config: { ...config, dataDir, masterKey: undefined, databaseUrl: undefined, sandbox: wanted },
        databaseUrl: database.url,
        log,
      });
      onTestFinished(close);
      return system.sandbox !== undefined;
    };
    expect(await start(sandbox)).toBe(sandbox);
    expect(await start(true)).toBe(sandbox);
  },
);
