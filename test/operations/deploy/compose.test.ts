import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { loadConfig, SERVICES } from '../../../src/config.ts';

const root = join(import.meta.dirname, '../../..');
const text = (file: string) => readFileSync(join(root, file), 'utf8');
const compose = parse(text('docker-compose.yml'));
const schema = JSON.parse(text('test/fixtures/compose-spec/compose-spec.json'));

/** As compose fills in `${NAME}`, `${NAME:-default}` and `${NAME:?why}`. */
function interpolate(value: string, env: Record<string, string>): string {
  return value.replace(
    /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
    (_all, name, byDefault) => env[name] ?? byDefault ?? '',
  );
}

function schemaProblems(file: object): object[] {
  // The schema's own address is one that Ajv does not know for its dialect.
  const { $schema: _, ...rules } = schema;
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv, ['duration', 'uri', 'uri-reference']);
  const validate = ajv.compile(rules);
  validate(file);
  return validate.errors ?? [];
}

const SECRETS = {
  POSTGRES_PASSWORD: 'secret',
  REDIS_PASSWORD: 'secret',
  S3_SECRET: 'secret',
  CLICKHOUSE_PASSWORD: 'secret',
  FLIGHTLINE_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
};

/** The settings with which a service of ours is started. */
const configOf = ({ environment }: { environment: Record<string, string> }) =>
  loadConfig(
    Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [name, interpolate(value, SECRETS)]),
    ),
  );

describe('docker-compose.yml', () => {
  test('is valid by the schema of the Compose Specification', () => {
    expect(schemaProblems(compose)).toEqual([]);
    expect(schemaProblems({ ...compose, servicez: {} })).not.toEqual([]);
  });

  test('starts the service with settings that it takes', () => {
    expect(configOf(compose.services.flightline)).toMatchObject({
      databaseUrl: 'postgresql://flightline:secret@postgres:5432/flightline',
      publicUrls: ['http://127.0.0.1:4000', 'http://localhost:4000'],
      demo: false,
    });
  });

  test('waits for a healthy database, and gives the service longer to stop than it takes', () => {
    const { flightline } = compose.services;
    expect(flightline.depends_on.postgres.condition).toBe('service_healthy');
    expect(Number.parseInt(flightline.stop_grace_period, 10)).toBeGreaterThan(10);
  });
});

describe('docker-compose.cluster.yml', () => {
  const source = text('docker-compose.cluster.yml');
  const cluster = parse(source, { merge: true });
  type Part = { build?: string; environment: Record<string, string>; stop_grace_period: string };
  const ours = Object.values(cluster.services as Record<string, Part>).filter(({ build }) => build);

  test('is valid by the schema of the Compose Specification', () => {
    expect(schemaProblems(cluster)).toEqual([]);
  });

  test('starts two API processes, two for intake and a worker, with settings that they take', () => {
    const configs = ours.map(configOf);
    const started = configs.flatMap(({ services }) => [...services]);
    for (const service of SERVICES)
      expect([service, started.filter((name) => name === service).length]).toEqual([
        service,
        service === 'worker' ? 1 : 2,
      ]);
    for (const config of configs) {
      expect(config.databaseUrl).toContain('@pgbouncer:6432/');
      expect(config.databaseDirectUrl).toContain('@postgres:5432/');
      expect(config.redisUrl).toBe('redis://:secret@valkey:6379/0');
      expect(config.files).toMatchObject({ bucket: 'flightline', endpoint: 'http://s3:7070' });
      expect(config.demo).toBe(false);
      // Each requires only what its services need.
      expect(config.clickHouse?.url).toBe(
        config.services.has('worker') ? 'http://clickhouse:8123' : undefined,
      );
      const replica = 'postgresql://flightline:secret@postgres-standby:5432/flightline';
      expect(config.databaseReplicaUrl).toBe(config.services.has('graphql') ? replica : undefined);
    }
    for (const part of ours) expect(Number.parseInt(part.stop_grace_period, 10)).toBeGreaterThan(10);
  });

  test('explains every setting', () => {
    const lines = source.split('\n');
    const bare = lines.filter(
      (line, index) =>
        /^ +(DATABASE_URL|AWS_\w+|FLIGHTLINE_\w+):/.test(line) && !/^ +# ./.test(lines[index - 1] ?? ''),
    );
    expect(bare).toEqual([]);
  });

  test('has a pooler in transaction mode that supports prepared statements', () => {
    const [, version = '0'] = /pgbouncer:v1\.(\d+)/.exec(cluster.services.pgbouncer.image) ?? [];
    expect(Number(version)).toBeGreaterThanOrEqual(21);
    const { content } = cluster.configs['pgbouncer.ini'];
    expect(content).toContain('pool_mode = transaction');
    expect(content).toMatch(/max_prepared_statements = [1-9]/);
    expect(content).toContain('SET statement_timeout');
  });
});

describe.each(['docker-compose.yml', 'docker-compose.cluster.yml'])('%s', (file) => {
  type Service = { build?: string; mem_limit?: string; restart?: string; healthcheck?: { test: string[] } };
  const { services } = parse(text(file), { merge: true }) as { services: Record<string, Service> };

  test.each(Object.entries(services))(
    '%s has a memory limit, a health check and a restart policy',
    (_name, service) => {
      expect(service.mem_limit).toMatch(/^\d+[mg]$/);
      expect(service.restart).toBe('unless-stopped');
      // The image of the service has its own.
      expect(service.build !== undefined || (service.healthcheck?.test.length ?? 0) > 1).toBe(true);
    },
  );
});

describe('Dockerfile', () => {
  const lines = text('Dockerfile').split('\n');
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM')));

  test('runs on a current LTS of Node, not as root, with a health check', () => {
    expect(last[0]).toMatch(/^FROM node:24-/);
    expect(last).toContain('USER node');
    expect(last.some((line) => line.startsWith('HEALTHCHECK'))).toBe(true);
  });

  test.each([
    ['PORT', (port: string) => ({ PORT: port })],
    ['the operations port', (port: string) => ({ PORT: '1', FLIGHTLINE_OPERATIONS_PORT: port })],
  ])('checks its health at %s', async (_what, envFor) => {
    const [, command = '[]'] = /^\s+CMD (\[.*"-e".*\])$/m.exec(text('Dockerfile')) ?? [];
    const [, ...options] = JSON.parse(command);
    const server = createServer((request, response) =>
      response.writeHead(request.url === '/readyz' ? 200 : 404).end(),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const child = spawn(process.execPath, options, { env: envFor(String(port)) });
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('copies nothing that the build context leaves out', () => {
    const allowed = text('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'));
    const copied = lines
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from'))
      .flatMap((line) => line.split(' ').slice(1, -1));
    expect(copied.filter((name) => !allowed.includes(`!${name}`))).toEqual([]);
  });
});
