import type { PoolClient } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../../../../src/domain/notifications/live/listen.ts';
import { publish } from '../../../../src/platform/database/rows/publish.ts';
import { testSystem } from '../../../support/system.ts';

const system = await testSystem();
const { db, pool } = system;

/** The database is away for the next connections. */
function away(times: number): void {
  const connect = vi.spyOn(pool, 'connect');
  for (let time = 0; time < times; time += 1) connect.mockRejectedValueOnce(new Error('away'));
  onTestFinished(() => connect.mockRestore());
}

test('a connection that is lost as its last hearer leaves ends nothing', async () => {
  const failures: unknown[] = [];
  const note = (reason: unknown) => failures.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  const connected = new Promise<PoolClient>((resolve) => pool.once('acquire', resolve));
  const leave = await listen({ system, channel: 'test:0', onMessage: () => undefined });
  const client = await connected;
  client.emit('error', new Error('lost'));
  leave();
  await new Promise(setImmediate);
  expect(failures).toEqual([]);
});

test('without a connection it fails, and nothing is delivered later', async () => {
  away(1);
  const onMessage = vi.fn();
  await expect(listen({ system, channel: 'test:1', onMessage })).rejects.toThrow('away');
  const leave = await listen({ system, channel: 'test:1', onMessage: () => undefined });
  await publish({ db, channel: 'test:1', payload: 'sent' });
  leave();
  expect(onMessage).not.toHaveBeenCalled();
});

test('a subscriber that can wait is notified once the connection is there, and receives messages from then on', async () => {
  away(2);
  const received: unknown[] = [];
  const leave = await listen({
    system,
    channel: 'test:2',
    onMessage: (payload) => received.push(payload),
    retries: true,
  });
  await vi.waitFor(() => expect(received).toEqual([undefined]), { timeout: 10_000 });
  await publish({ db, channel: 'test:2', payload: 'sent' });
  await vi.waitFor(() => expect(received).toEqual([undefined, 'sent']), { timeout: 10_000 });
  leave();
});
