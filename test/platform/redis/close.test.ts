import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { UnavailableError } from '../../../src/domain/errors.ts';
import { openRedis } from '../../../src/platform/redis/open.ts';
import { startRedis } from '../../support/processes/redis.ts';

test('a process that closes its connection to Redis, as commands do, says nothing of having lost it', async () => {
  const { server } = await startRedis();
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const redis = await openRedis({
    url: server.url,
    prefix: 'test:',
    log: pino(stream),
    unavailable: () => new UnavailableError(),
  });
  await redis.probe();
  await redis.close();
  await sleep(200);
  expect(lines).toEqual([]);
});
