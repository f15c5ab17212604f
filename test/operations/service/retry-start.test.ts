import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { retryStart } from '../../../src/operations/service/retry-start.ts';
import { startWorker } from '../../../src/operations/worker/worker.ts';
import { testSystem } from '../../support/system.ts';

const system = await testSystem();
const goesOn = () => false;
const failure = 'reports cannot be processed yet';

test('a worker that starts while the database is unavailable works once it is back', async () => {
  const connect = vi.spyOn(system.pool, 'connect');
  onTestFinished(() => connect.mockRestore());
  connect.mockRejectedValueOnce(new Error('away'));
  const worker = await retryStart({
    ...{ system, isStopped: goesOn, failure, retryMs: 1 },
    start: () => startWorker({ system }),
  });
  expect(worker).toBeDefined();
  await worker?.stop();
});

test('its listening waits by itself, so that nothing is left half started', async () => {
  const { query } = pg.Client.prototype;
  let isRefused = false;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    if (isRefused || !String(given[0]).startsWith('LISTEN')) return Reflect.apply(query, this, given);
    isRefused = true;
    return Promise.reject(new Error('away'));
  });
  onTestFinished(() => spy.mockRestore());
  const worker = await startWorker({ system });
  expect(isRefused).toBe(true);
  await worker.stop();
});

test('a problem is logged once, and a stop ends the wait', async () => {
  let tries = 0;
  const said = vi.spyOn(system.log, 'error');
  onTestFinished(() => said.mockRestore());
  const start = async () => {
    tries += 1;
    throw new Error('the files are away');
  };
  const isStopped = () => tries === 3;
  expect(await retryStart({ system, isStopped, start, failure, retryMs: 1 })).toBeUndefined();
  expect(said.mock.calls.length).toBe(1);
});
