import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { findRequest } from '../../../src/operations/request-log/find.ts';
import { storeRequestLog } from '../../../src/operations/request-log/writer.ts';
import { createLogger } from '../../../src/platform/log/logger.ts';
import { createClient } from '../../support/actors.ts';
import { bearerHeaders } from '../../support/app.ts';
import { runningService } from '../../support/running-service.ts';
import { testSystem } from '../../support/system.ts';

const system = await testSystem();
const silent = { write: () => undefined };
const log = createLogger({ logLevel: 'info' }, silent);
const dir = join(system.config.dataDir, 'requests');

test('the lines of a request are stored, without tokens and readable by their owner only', {
  timeout: 120_000,
}, async () => {
  const client = await createClient(system);
  const service = await runningService({ ...system, log });
  const headers = {
    ...(await bearerHeaders(system, client)),
    'content-type': 'application/json',
    'x-request-id': 'find-me',
  };
  const body = JSON.stringify({ query: 'query Mine { advertisers(first: 2) { nodes { id } } }' });
  expect((await service.call('/graphql', { method: 'POST', headers, body })).status).toBe(200);
  const lines = await vi.waitFor(async () => {
    const found = await findRequest(dir, 'find-me');
    expect(found).toHaveLength(1);
    return found;
  }, 10_000);
  expect(lines[0]).toMatchObject({
    client: client.clientId,
    operation: 'Mine',
    cost: 2,
    address: '127.0.0.1',
  });
  expect(statSync(dir).mode & 0o777).toBe(0o700);
  for (const file of readdirSync(dir)) expect(statSync(join(dir, file)).mode & 0o777).toBe(0o600);
});

test('files of more than a week and beyond the limit are removed, and 0 stores nothing', {
  timeout: 60_000,
}, async () => {
  const limited = { dataDir: system.config.dataDir, requestLogBytes: 1_600_000 };
  for (const [name, bytes] of [
    ['2020', 10],
    ['2021', 900_000],
    ['2022', 900_000],
  ] as const)
    writeFileSync(join(dir, `${name}.ndjson.gz`), Buffer.alloc(bytes));
  const week = new Date(Date.now() - 8 * 86_400_000);
  utimesSync(join(dir, '2020.ndjson.gz'), week, week);
  const stop = await storeRequestLog({ config: limited, log });
  log.info({ requestId: 'r-1' }, 'a line');
  await stop();
  const left = readdirSync(dir);
  expect(left.filter((name) => /^202[01]\./.test(name))).toEqual([]);
  expect(await findRequest(dir, 'r-1')).toHaveLength(1);
  const off = await storeRequestLog({ config: { ...limited, requestLogBytes: 0 }, log });
  log.info({ requestId: 'r-2' }, 'a line');
  await off();
  expect(await findRequest(dir, 'r-2')).toEqual([]);
});
