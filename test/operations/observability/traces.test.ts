import { createRequire } from 'node:module';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import { startService } from '../../../src/operations/service/service.ts';
import { createClient, tokenFor } from '../../support/actors.ts';
import { freePort } from '../../support/processes/start.ts';
import { testSystem } from '../../support/system.ts';
import { collector } from '../../support/traffic/collector.ts';
import { advertiserInput } from '../../support/traffic/traffic.ts';

const system = await testSystem();
const client = await createClient(system);
const token = await tokenFor(system, client);

const SETTINGS = {
  FLIGHTLINE_DEMO: 'off',
  FLIGHTLINE_DRAIN_SECONDS: '0',
  DATABASE_URL: system.database.url,
  FLIGHTLINE_MASTER_KEY: system.masterKey.toString('base64'),
  FLIGHTLINE_DATA_DIR: system.config.dataDir,
};

/** The service, sending spans to `endpoint` every tenth of a second. */
async function start(endpoint: string, more: Record<string, string> = {}) {
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '100');
  onTestFinished(() => void vi.unstubAllEnvs());
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const config = loadConfig({ ...SETTINGS, PORT: '0', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...more });
  const service = await startService({ config, log });
  onTestFinished(() => service.stop());
  const call = async (path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(service.origin + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'x-auth-method': 'OAuth2',
        'x-auth-token': token,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  return { ...service, call, lines };
}

async function tracedService(more?: Record<string, string>) {
  const received = await collector();
  onTestFinished(received.close);
  return { received, ...(await start(received.url, more)) };
}

describe('with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  test('a REST call is a span of its caller’s trace, and what it does and each statement are below it', async () => {
    const { received, call, lines } = await tracedService();
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    const input = advertiserInput({ name: 'private-name' });
    expect((await call('/traffic/advertisers', input, { traceparent })).status).toBe(200);

    await vi.waitFor(() => expect(received.paths()).toContain('POST /traffic/advertisers'), {
      timeout: 10_000,
    });
    const request = received.spans.find(({ name }) => name === 'POST /traffic/advertisers');
    expect(request).toMatchObject({
      traceId,
      parentSpanId: '00f067aa0ba902b7',
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/traffic/advertisers',
        'http.response.status_code': '200',
        'flightline.client': client.clientId,
        'flightline.seat': String(client.seatId),
      },
    });
    const within = 'POST /traffic/advertisers > createAdvertiser';
    expect(received.paths()).toEqual(
      expect.arrayContaining([
        within,
        `${within} > BEGIN`,
        `${within} > INSERT advertiser`,
        `${within} > COMMIT`,
      ]),
    );
    expect(new Set(received.spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
    expect(lines.some((line) => line.includes(`"traceId":"${traceId}"`))).toBe(true);
    expect(received.services).toEqual(new Set(['flightline']));
    // What test/operations/service/process.test.ts looks for where there is no collector.
    expect(Object.keys(createRequire(import.meta.url).cache).join()).toContain('@opentelemetry/sdk-trace');
  });

  test('a query and a mutation are spans with the statements that they run', async () => {
    const { received, call } = await tracedService({ OTEL_SERVICE_NAME: 'flightline-eu' });
    const query = 'query Names { advertisers(first: 2) { nodes { name } } }';
    const mutation = `mutation Make($input: CreateClickInput!) { createClick(input: $input) { __typename } }`;
    expect((await call('/graphql', { query })).body.data).toBeTruthy();
    await call('/graphql', { query: mutation, variables: { input: { adId: '987654321' } } });

    await vi.waitFor(
      () =>
        expect(received.paths()).toEqual(
          expect.arrayContaining([
            'POST /graphql > read',
            'POST /graphql > read > SELECT advertiser',
            'POST /graphql > createClick',
            'POST /graphql > createClick > SELECT ad',
          ]),
        ),
      { timeout: 10_000 },
    );
    const names = received.spans.map(({ attributes }) => attributes['graphql.operation.name']);
    expect(names).toEqual(expect.arrayContaining(['Names', 'Make']));
    expect(received.services).toEqual(new Set(['flightline-eu']));
    expect(received.text()).not.toContain('987654321');
  });

  test('a run of a report is a separate trace, with its statements and outcome', async () => {
    const { received, call } = await tracedService();
    const reportOption = { timezone: 'Etc/GMT', dimensionTypeIds: [4], metricTypeIds: [1] };
    const { body } = await call('/extreport/', { dateTypeId: 10, intervalTypeId: 2, reportOption });
    await vi.waitFor(() => expect(received.paths()).toContain('runReport'), { timeout: 20_000 });

    const run = received.spans.find(({ name }) => name === 'runReport');
    expect(run?.parentSpanId ?? '').toBe('');
    expect(run?.attributes).toMatchObject({
      'flightline.report': body.customerReportId,
      'flightline.outcome': 'finished',
    });
    expect(received.paths()).toEqual(
      expect.arrayContaining(['POST /extreport > createReport', 'runReport > SELECT report']),
    );
    // The queue is looked at all the time: what belongs to no span is none.
    const roots = received.spans.filter(({ parentSpanId }) => !parentSpanId).map(({ name }) => name);
    expect(roots.filter((name) => /^[A-Z]+ \w+$/.test(name))).toEqual([]);
  }, 60_000);

  test('no span has a token, secret, value, literal or query string', async () => {
    const { received, call } = await tracedService();
    await call('/traffic/advertisers?query=private-1', undefined);
    await call('/traffic/advertisers', advertiserInput({ name: 'private-2', currency: 'private-3' }));
    await call('/graphql', { query: '{ advertisers(filter: {query: "private-4"}) { totalCount } }' });
    await call('/graphql', {
      query: '{ dictionary { languages(filter: {query: "private-5"}) { totalCount } } }',
    });
    await call('/v3/rest/campaign', { campaignName: 'private-6' });
    await call(`/traffic/advertisers/private-7`);
    await vi.waitFor(
      () => expect(received.paths()).toContain('POST /v3/rest/campaign > createNativeCampaigns'),
      { timeout: 10_000 },
    );

    expect(received.text()).not.toMatch(/private-\d/);
    for (const secret of [token, token.split('.')[2], client.clientSecret, SETTINGS.FLIGHTLINE_MASTER_KEY])
      expect(received.text()).not.toContain(secret);
    const texts = received.spans.map(({ attributes }) => attributes['db.query.text'] ?? '');
    expect(texts.filter((text) => /'/.test(text))).toEqual([]);
  });

  test('a collector that is unavailable disturbs neither calls nor the stop, and is in the log once', async () => {
    const { call, lines, stop } = await start(`http://127.0.0.1:${await freePort()}`);
    for (let i = 0; i < 20; i += 1) expect((await call('/traffic/advertisers')).status).toBe(200);
    const complaints = () => lines.filter((line) => line.includes('traces cannot be sent'));
    await vi.waitFor(() => expect(complaints()).toHaveLength(1), { timeout: 30_000 });
    await call('/traffic/advertisers');
    const began = performance.now();
    await stop();
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(complaints()).toHaveLength(1);
  }, 60_000);
});
