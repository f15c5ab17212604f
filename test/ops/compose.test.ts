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
import { loadConfig } from '../../src/config.ts';

const root = join(import.meta.dirname, '../..');
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

describe('docker-compose.yml', () => {
  test('is valid by the schema of the Compose Specification', () => {
    // The schema's own address is one that Ajv does not know for its dialect.
    const { $schema: _, ...rules } = schema;
    const ajv = new Ajv({ strict: false, allErrors: true });
    addFormats.default(ajv, ['duration', 'uri', 'uri-reference']);
    const validate = ajv.compile(rules);
    validate(compose);
    expect(validate.errors ?? []).toEqual([]);
    expect(validate({ ...compose, servicez: {} })).toBe(false);
  });

  test('starts the service with settings that it takes', () => {
    const given = {
      POSTGRES_PASSWORD: 'secret',
      FLIGHTLINE_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    };
    const environment = Object.entries(compose.services.flightline.environment as Record<string, string>);
    const env = Object.fromEntries(environment.map(([name, value]) => [name, interpolate(value, given)]));
    expect(loadConfig(env)).toMatchObject({
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
  ])('asks for its health at %s', async (_what, envFor) => {
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
