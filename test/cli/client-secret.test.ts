import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { sealSecret } from '../../src/domain/access/identity/clients/client-secret.ts';
import { createClient } from '../support/actors.ts';
import { cliOn } from '../support/cli.ts';
import { COMMAND_LINE } from '../support/processes/built.ts';
import { testSystem } from '../support/system.ts';

const system = await testSystem();
const { clientId, clientSecret } = await createClient(system);
const folder = await mkdtemp(join(tmpdir(), 'flightline-secret-'));
afterAll(() => rm(folder, { recursive: true }));

const cli = cliOn(system);
const ARGS = ['token', '--client', clientId, '--realm', 'dsp', '--scope', 'dsp-api-access', '--json'];

/** The command `token`; with input for it in a process of its own. Nothing listens on its port, so it issues the token itself. */
async function token(
  args: string[],
  { env = {}, input }: { env?: Record<string, string>; input?: string } = {},
) {
  for (const [name, value] of Object.entries({ PORT: '1', ...env })) vi.stubEnv(name, value);
  const { code, stdout, stderr } =
    input === undefined ? await cli(...ARGS, ...args) : await piped(input, [...ARGS, ...args]);
  return { code, stderr, answer: JSON.parse(stdout || '{}'), values: stdout.trim().split('\n').length };
}

async function piped(input: string, args: string[]) {
  const child = spawn(process.execPath, [COMMAND_LINE, ...args], {
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '1',
      DATABASE_URL: system.database.url,
      FLIGHTLINE_MASTER_KEY: system.masterKey.toString('base64'),
      FLIGHTLINE_DATA_DIR: system.config.dataDir,
    },
  });
  child.stdin.on('error', () => {}).end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, stdout, stderr };
}
const file = async (content: string): Promise<string> => {
  const place = join(folder, `${Math.random()}`);
  await writeFile(place, content, { mode: 0o600 });
  return place;
};
const FLIGHTLINE_CLIENT_SECRET = clientSecret;

describe('the secret of a client reaches a command', () => {
  test.each([
    ['from a file', async () => ({ args: ['--secret-file', await file(`${clientSecret}\n`)] })],
    ['from a file without a line end', async () => ({ args: ['--secret-file', await file(clientSecret)] })],
    ['from standard input', async () => ({ args: ['--secret-file', '-'], input: `${clientSecret}\r\n` })],
    ['from the environment', async () => ({ args: [], env: { FLIGHTLINE_CLIENT_SECRET } })],
    [
      'from a file rather than from the environment',
      async () => ({
        args: ['--secret-file', await file(clientSecret)],
        env: { FLIGHTLINE_CLIENT_SECRET: 'of-another' },
      }),
    ],
  ])('%s, and nothing is said about it', async (_how, given) => {
    const { args, ...options } = await given();
    const { code, stderr, answer, values } = await token(args, options);
    expect({ code, stderr, values }).toEqual({ code: 0, stderr: '', values: 1 });
    expect(answer).toMatchObject({ access_token: expect.any(String) });
  });

  test('as an argument with a warning, which leaves one JSON value on stdout', async () => {
    const { code, stderr, answer, values } = await token(['--secret', clientSecret]);
    expect({ code, values }).toEqual({ code: 0, values: 1 });
    expect(stderr).toMatch(/^Warning: .*--secret-file or FLIGHTLINE_CLIENT_SECRET/);
    expect(stderr).not.toContain(clientSecret);
    expect(answer.access_token).toBeTypeOf('string');
  });
});

test('a secret that begins as an option does', async () => {
  const secret = `-V${'x'.repeat(40)}`;
  const client = await createClient(system);
  await system.db.apiClient.update({
    where: { id: client.clientId },
    data: { secret: sealSecret(system, client.clientId, secret) },
  });
  const args = ['--realm', 'dsp', '--scope', 'dsp-api-access', '--json', '--secret', secret];
  const { code, stdout } = await cli('token', '--client', client.clientId, ...args);
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { access_token: expect.any(String) }]);
});

describe('a call is refused', () => {
  test.each([
    ['without a secret', [], 'Specify the secret of the client: --secret-file'],
    ['with two', ['--secret', 'a', '--secret-file', 'b'], 'Specify either --secret-file or --secret.'],
  ])('%s, as called incorrectly', async (_what, args, message) => {
    const { code, stderr } = await token(args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  test('for a file that cannot be read or holds no secret, which is named and not shown', async () => {
    const cases = [
      [join(folder, 'nowhere'), 'ENOENT'],
      [folder, 'EISDIR'],
      [await file(''), 'on one line'],
      [await file('\n'), 'on one line'],
      [await file('first-line\nsecond-line\n'), 'on one line'],
      [await file('long'.repeat(2_000)), 'on one line'],
    ] as const;
    for (const [place, reason] of cases) {
      const { code, stderr, values } = await token(['--secret-file', place]);
      expect([place, code, values]).toEqual([place, 1, 1]);
      expect(stderr).toContain(place);
      expect(stderr).toContain(reason);
      expect(stderr).not.toMatch(/first-line|longlong/);
    }
    expect((await token(['--secret-file', '-'], { input: '' })).stderr).toContain(
      'Cannot use standard input',
    );
  });
});

test('the variable of the secret may be set wherever settings are read, and similar names may not', () => {
  expect(() => loadConfig({ FLIGHTLINE_CLIENT_SECRET })).not.toThrow();
  expect(() => loadConfig({ FLIGHTLINE_CLIENT_SECRETS: 'x' })).toThrow(
    'FLIGHTLINE_CLIENT_SECRETS: is not a setting',
  );
});
