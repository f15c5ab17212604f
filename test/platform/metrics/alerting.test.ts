import { GraphQLError } from 'graphql';
import { expect, test, vi } from 'vitest';
import { useOutages } from '../../../src/graphql/server/outages.ts';
import { recordBackup } from '../../../src/operations/backup/record.ts';
import { causeOf } from '../../../src/platform/log/cause.ts';
import { createClient, tokenFor } from '../../support/actors.ts';
import { testApp } from '../../support/app.ts';
import { testSystem } from '../../support/system.ts';

const DAY_S = 86_400;
vi.setConfig({ testTimeout: 120_000 });

async function figures(change: (system: Awaited<ReturnType<typeof testSystem>>) => Promise<unknown>) {
  const system = await testSystem();
  await change(system);
  const { send } = await testApp(system);
  const text: string = (await send('GET', '/metrics')).body;
  return (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')
        .at(-1) ?? Number.NaN,
    );
}

test('the age of a backup is that of the last one, before the first that of the database', async () => {
  const before = await figures(({ pool }) =>
    pool.query(`UPDATE _prisma_migrations SET started_at = now() - interval '3 days'`),
  );
  expect(before('flightline_backup_age_seconds')).toBeGreaterThan(3 * DAY_S - 1);
  const after = await figures(async ({ pool, database }) => {
    await pool.query('INSERT INTO installation (id) VALUES (gen_random_uuid()) ON CONFLICT DO NOTHING');
    await recordBackup({ url: database.url });
  });
  expect(after('flightline_backup_age_seconds')).toBeLessThan(60);
});

test('the age of the newest signing key, readiness and each check are figures', async () => {
  const figure = await figures(async (system) => {
    await tokenFor(system, await createClient(system));
    await system.pool.query(`UPDATE signing_key SET active_from = now() - interval '40 days'`);
  });
  expect(figure('flightline_signing_key_age_seconds')).toBeGreaterThan(40 * DAY_S - 60);
  expect(figure('flightline_ready')).toBe(1);
  expect(figure('flightline_check_failing{check="database"}')).toBe(0);
  expect(figure('flightline_check_failing{check="clock"}')).toBe(0);
  expect(figure('flightline_event_backlog')).toBe(0);
  expect(figure('flightline_data_directory_size_bytes')).toBeGreaterThan(
    figure('flightline_data_directory_free_bytes'),
  );
});

test('a partial response keeps its status', () => {
  const setResult = vi.fn();
  const away = (path: string) =>
    new GraphQLError('away', { path: [path], extensions: { code: 'SERVICE_UNAVAILABLE' } });
  const process = (result: object) => useOutages().onResultProcess?.({ result, setResult } as never);
  process({ data: { a: null, b: { id: 1 } }, errors: [away('a')] });
  // One that is null without an error was answered.
  process({ data: { a: null, b: null }, errors: [away('a')] });
  process({ data: null, errors: [away('a'), new GraphQLError('no', { extensions: { code: 'FORBIDDEN' } })] });
  expect(setResult).not.toHaveBeenCalled();
  process({ data: { a: null, b: null }, errors: [away('a'), away('b')] });
  expect(setResult).toHaveBeenCalledTimes(1);
});

test.each([
  [
    { message: 'x', meta: { driverAdapterError: { cause: { originalCode: '53100' } } } },
    'no space is left on the disk of the database',
  ],
  [{ code: '28P01' }, 'the password is wrong, or the user unknown'],
  [
    Object.assign(new Error('fetch failed'), { cause: { code: 'CERT_HAS_EXPIRED' } }),
    'its certificate has expired',
  ],
  [{ errors: [{ code: 'ECONNREFUSED' }] }, 'nothing listens there'],
  [
    new Error('READONLY You can’t write against a read only replica.'),
    'it is read-only: it is a replica of another Redis',
  ],
  [new Error('something else.\nwith lines'), 'something else'],
])('the cause of an outage is said in words: %#', (error, cause) => {
  expect(causeOf(error)).toBe(cause);
});
