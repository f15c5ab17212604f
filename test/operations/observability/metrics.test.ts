import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { registry } from '../../../src/platform/metrics/registry.ts';
import { build, version } from '../../../src/platform/process/version.ts';
import { createClient, tokenFor } from '../../support/actors.ts';
import { testApp } from '../../support/app.ts';
import { testSystem } from '../../support/system.ts';
// A process knows the metrics of the modules that it has loaded; the service loads all.
import '../../../src/operations/service/service.ts';

const system = await testSystem();
const { send } = await testApp(system);
const metrics = async (): Promise<string> => (await send('GET', '/metrics')).body;
const figure = (text: string, name: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')
      .at(-1),
  );

const folder = join(import.meta.dirname, '../../../docs/operations');
const dashboard = JSON.parse(readFileSync(join(folder, 'grafana-dashboard.json'), 'utf8'));
const alerts = parse(readFileSync(join(folder, 'alerts.yml'), 'utf8'));
const expressions: string[] = [
  ...dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
    targets.map(({ expr }) => expr),
  ),
  ...alerts.groups.flatMap(({ rules }: { rules: { expr: string }[] }) => rules.map(({ expr }) => expr)),
];

test('every metric that the dashboard and the alert rules name is one of /metrics', async () => {
  const known = new Set([...(await metrics()).matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
  const named = expressions.flatMap((text) => text.match(/\b(flightline|nodejs|process)_\w+/g) ?? []);
  expect(named.length).toBeGreaterThan(20);
  expect(
    named.filter((name) => !known.has(name.replace(/_(bucket|count|sum)$/, '')) && !known.has(name)),
  ).toEqual([]);
});

test('the report queue, the disk of the data directory and the version are measured', async () => {
  const { userId, seatId } = await createClient(system);
  await system.pool.query(
    `INSERT INTO report (customer_report_id, seat_id, user_id, seat_ids, payload, status, created_at, finished_at, lease_until)
     VALUES ('a', $1, $2, '{}', '{}', 'SUBMITTED', now() - interval '90 s', NULL, NULL),
            ('b', $1, $2, '{}', '{}', 'PROCESSING', now() - interval '1 day', NULL, now() + interval '1 h'),
            ('c', $1, $2, '{}', '{}', 'FAILED', now() - interval '1 h', now(), NULL),
            ('d', $1, $2, '{}', '{}', 'FAILED', now() - interval '5 h', now() - interval '2 h', NULL)`,
    [seatId, userId],
  );
  // Another pool than the one of the test before, of which the figures are remembered.
  const other = await testSystem();
  const app = await testApp({
    ...system,
    reserved: { db: system.db, pool: system.pool },
    pool: other.pool,
  });
  const text = String((await app.send('GET', '/metrics')).body);
  expect(figure(text, 'flightline_reports{state="waiting"}')).toBe(1);
  expect(figure(text, 'flightline_reports{state="running"}')).toBe(1);
  expect(figure(text, 'flightline_report_oldest_waiting_seconds')).toBeGreaterThan(89);
  expect(figure(text, 'flightline_reports_failed_last_hour')).toBe(1);
  expect(figure(text, 'flightline_data_directory_free_bytes')).toBeGreaterThan(0);
  const { commit } = await build();
  expect(text).toContain(
    `flightline_build_info{version="${await version()}",commit="${commit ?? ''}",node="${process.version}"} 1`,
  );
});

test('a scrape ends within seconds and leaves the queue out while the database does not answer', async () => {
  const other = await testSystem();
  const pool = Object.assign(Object.create(other.pool), { query: () => new Promise(() => undefined) });
  const { send: ask } = await testApp(other);
  const { app } = await testApp({ ...system, pool: other.pool, reserved: { db: other.db, pool } });
  await ask('GET', '/healthz');
  const { body } = await app.inject({ method: 'GET', url: '/metrics' });
  expect(body).not.toMatch(/^flightline_report_oldest_waiting_seconds /m);
  expect(body).toMatch(/^flightline_database_connections/m);
});

test('refused requests with events and conversions are counted by reason', async () => {
  const before = await metrics();
  const { userId, ...client } = await createClient(system);
  const token = await tokenFor(system, { userId, ...client }, { realm: 'aaca' });
  await send('POST', '/v1/pixels/1/events', { body: [] });
  await send('GET', '/?vmcid=x', { headers: { authorization: token } });
  const after = await metrics();
  for (const name of [
    'flightline_event_requests_refused_total{reason="UNAUTHENTICATED"}',
    'flightline_conversions_refused_total{reason="VALIDATION"}',
  ])
    expect(figure(after, name) - (figure(before, name) || 0)).toBe(1);
});

test('however many callers ask for /metrics, it takes no more than a tenth of the time', async () => {
  const written = vi.spyOn(registry, 'metrics').mockImplementation(async () => {
    await sleep(20);
    return '';
  });
  const until = performance.now() + 1_000;
  const askOn = async () => {
    while (performance.now() < until) await metrics();
  };
  await Promise.all(Array.from({ length: 8 }, askOn));
  const times = written.mock.calls.length;
  written.mockRestore();
  expect(times).toBeGreaterThan(1);
  expect(times).toBeLessThan(10);
});
