import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import { rotateClient } from '../../../src/domain/access/identity/clients/rotate-client.ts';
import { openDemo } from '../../../src/operations/demo/open.ts';
import { resetDemo } from '../../../src/operations/demo/reset.ts';
import { announce } from '../../../src/operations/service/announce.ts';
import { startService } from '../../../src/operations/service/service.ts';
import { testSystem } from '../../support/system.ts';

const system = await testSystem();
const folder = await mkdtemp(join(tmpdir(), 'flightline-demo-'));
await chmod(folder, 0o711);
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));

/** A link that signs in is as good as the secret for as long as it lives. */
const LINK = /sign-in\?code=\S{43}/;

/** What one start writes to stdout: a pipe, or a terminal. */
async function stdoutOfStart(env: Record<string, string>, { isTTY = false } = {}): Promise<string> {
  let text = '';
  const write = (chunk: unknown) => {
    text += String(chunk);
    return true;
  };
  const log = pino({}, { write: (line: string) => void write(line) });
  const config = loadConfig({ PORT: '0', FLIGHTLINE_SERVICES: 'graphql', ...env });
  const service = await startService({ config, log });
  await announce({ service, config, log, out: { isTTY, write } });
  await service.stop();
  return text;
}

const plainLines = (text: string) => text.split('\n').filter((line) => line && !line.startsWith('{"'));
const own = () => ({
  DATABASE_URL: system.database.url,
  FLIGHTLINE_MASTER_KEY: system.masterKey.toString('base64'),
  FLIGHTLINE_DATA_DIR: system.config.dataDir,
});

test('the demo secret is piped out by the first start of an embedded database and by no other', async () => {
  const env = { FLIGHTLINE_DATA_DIR: join(folder, 'data') };
  const first = await stdoutOfStart(env);
  expect(first).toMatch(/^client id: \S+$/m);
  const [, secret = 'none'] = /^client secret: (\S+)$/m.exec(first) ?? [];
  expect(secret).toHaveLength(43);
  // In a file, a link would be valid for a while.
  expect(first).not.toMatch(LINK);
  expect(first).toMatch(/dashboard link --user \d+$/m);
  // For the lines to copy, which do not show it.
  const file = join(folder, 'data/demo.secret');
  expect(await readFile(file, 'utf8')).toBe(`${secret}\n`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(first.split(secret)).toHaveLength(2);
  const second = await stdoutOfStart(env);
  expect(second).not.toContain(secret);
  expect(second).not.toMatch(LINK);
  expect(second).toContain('Flightline is up at http');
  expect(plainLines(second)).toEqual([]);
}, 120_000);

test('on an external database a requested demo is printed to a terminal, and a pipe gets JSON only', async () => {
  const env = { ...own(), FLIGHTLINE_DEMO: 'on' };
  const piped = await stdoutOfStart(env);
  const { clientSecret = '' } = (await openDemo({ system })) ?? {};
  expect(clientSecret).toHaveLength(43);
  expect(piped).not.toContain(clientSecret);
  expect(piped).not.toMatch(LINK);
  expect(plainLines(piped)).toEqual([]);
  const shown = await stdoutOfStart(env, { isTTY: true });
  expect(shown).toContain(`client secret: ${clientSecret}\n`);
  expect(shown).toMatch(LINK);
}, 120_000);

test('the demo is off by default with DATABASE_URL', () => {
  expect(loadConfig({}).demo).toBe(true);
  expect(loadConfig(own()).demo).toBe(false);
  expect(loadConfig({ ...own(), FLIGHTLINE_DEMO: 'on' }).demo).toBe(true);
});

test('once rotated, the secret is shown by no start and no command, not even to a terminal', async () => {
  const demo = await openDemo({ system });
  const { clientSecret } = await rotateClient({ system, clientId: demo?.clientId ?? '', overlapS: 0 });
  const text = await stdoutOfStart({ ...own(), FLIGHTLINE_DEMO: 'on' }, { isTTY: true });
  expect(text).toContain('Flightline is up at http');
  expect(text).not.toContain(clientSecret);
  expect(text).not.toMatch(LINK);
  await expect(stat(join(system.config.dataDir, 'demo.secret'))).rejects.toThrow('ENOENT');
  // What `demo reset` prints.
  expect(await resetDemo({ system })).toEqual({
    seatId: demo?.seatId,
    userId: demo?.userId,
    clientId: demo?.clientId,
  });
}, 120_000);
