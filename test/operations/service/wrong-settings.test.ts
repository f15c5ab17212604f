import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, expect, test, vi } from 'vitest';
import { ConfigError, loadConfig } from '../../../src/config.ts';
import { startService } from '../../../src/operations/service/service.ts';
import { SettingError } from '../../../src/platform/settings/setting-error.ts';
import { cliOn } from '../../support/cli.ts';
import { createTestDatabase } from '../../support/database.ts';
import { testSystem } from '../../support/system.ts';

const system = await testSystem();
const other = await createTestDatabase();
const folder = await mkdtemp(join(tmpdir(), 'flightline-wrong-'));
await chmod(folder, 0o711);
afterAll(() => rm(folder, { recursive: true, force: true }));
const taken = createServer().listen(0, '127.0.0.1');
await once(taken, 'listening');
afterAll(() => void taken.close());
const { port: takenPort } = taken.address() as AddressInfo;

const RIGHT = {
  PORT: '0',
  DATABASE_URL: system.database.url,
  FLIGHTLINE_MASTER_KEY: system.masterKey.toString('base64'),
  FLIGHTLINE_DATA_DIR: system.config.dataDir,
};

const databaseAt = (change: Partial<URL>): string => Object.assign(new URL(system.database.url), change).href;

/** What a start says on stderr before it ends. */
async function saidBy(env: Record<string, string>): Promise<string> {
  try {
    const config = loadConfig({ ...RIGHT, ...env });
    const service = await startService({ config, log: pino({ level: 'silent' }) });
    await service.stop();
    return 'started';
  } catch (error) {
    if (error instanceof ConfigError || error instanceof SettingError) return error.message;
    throw error;
  }
}

async function aFile(): Promise<string> {
  const file = join(folder, 'file');
  await writeFile(file, '');
  return file;
}

/** What a new user gets wrong, the setting that the sentence begins with, and what it says. */
const WRONG: readonly [
  what: string,
  env: () => Record<string, string> | Promise<Record<string, string>>,
  says: RegExp,
][] = [
  ['no number as port', () => ({ PORT: 'abc' }), /^PORT: must be a whole number from 0 to 65535/],
  ['a port in use', () => ({ PORT: String(takenPort) }), /^PORT: \d+ is in use on 127\.0\.0\.1/],
  [
    'an operations port in use',
    () => ({ FLIGHTLINE_OPERATIONS_PORT: String(takenPort) }),
    /^FLIGHTLINE_OPERATIONS_PORT: \d+ is in use on 127\.0\.0\.1/,
  ],
  [
    'the same port for clients and operators',
    () => ({ FLIGHTLINE_OPERATIONS_PORT: '4000', PORT: '' }),
    /^FLIGHTLINE_OPERATIONS_PORT: must differ from PORT/,
  ],
  [
    'a host of elsewhere',
    () => ({ HOST: '192.0.2.1' }),
    /^HOST: 192\.0\.2\.1 is not an address of this machine/,
  ],
  [
    'a host that does not exist',
    () => ({ HOST: 'nowhere.invalid' }),
    /^HOST: nowhere\.invalid is not an address/,
  ],
  [
    'another scheme',
    () => ({ DATABASE_URL: 'mysql://db/x' }),
    /^DATABASE_URL: must begin with postgresql:\/\//,
  ],
  [
    'a database that is down',
    () => ({ DATABASE_URL: databaseAt({ port: '1' }) }),
    /^DATABASE_URL: .*:1\/.*nothing listens there/,
  ],
  [
    'an unknown database host',
    () => ({ DATABASE_URL: databaseAt({ hostname: 'nowhere.invalid' }) }),
    /^DATABASE_URL: .*nowhere\.invalid.*the host is unknown/,
  ],
  [
    'a wrong password',
    () => ({ DATABASE_URL: databaseAt({ password: 'guess' }) }),
    /^DATABASE_URL: .*the password is wrong/,
  ],
  [
    'a database that is not there',
    () => ({ DATABASE_URL: databaseAt({ pathname: '/none' }) }),
    /^DATABASE_URL: .*no such database/,
  ],
  [
    'no PostgreSQL at all',
    () => ({ DATABASE_URL: `postgresql://x@127.0.0.1:${takenPort}/x` }),
    /^DATABASE_URL: /,
  ],
  [
    'a replica of the embedded server',
    () => ({ DATABASE_URL: '', FLIGHTLINE_DATABASE_REPLICA_URL: databaseAt({}) }),
    /^FLIGHTLINE_DATABASE_REPLICA_URL: requires DATABASE_URL/,
  ],
  [
    'a replica of another database',
    () => ({ FLIGHTLINE_DATABASE_REPLICA_URL: other.url }),
    /^FLIGHTLINE_DATABASE_REPLICA_URL: is a replica of a different database/,
  ],
  [
    'a direct database without a pooled one',
    () => ({ DATABASE_URL: '', FLIGHTLINE_DATABASE_DIRECT_URL: databaseAt({}) }),
    /^FLIGHTLINE_DATABASE_DIRECT_URL: requires DATABASE_URL/,
  ],
  [
    'a direct database that is down',
    () => ({ FLIGHTLINE_DATABASE_DIRECT_URL: databaseAt({ port: '1' }) }),
    /^FLIGHTLINE_DATABASE_DIRECT_URL: .*:1\/.*nothing listens there/,
  ],
  [
    'a direct database that is another one',
    () => ({ FLIGHTLINE_DATABASE_DIRECT_URL: other.url }),
    /^FLIGHTLINE_DATABASE_DIRECT_URL: is another database than the one that DATABASE_URL leads to/,
  ],
  [
    'a pooler that is down',
    () => ({
      DATABASE_URL: databaseAt({ port: '1' }),
      FLIGHTLINE_DATABASE_DIRECT_URL: databaseAt({}),
    }),
    /^DATABASE_URL: .*:1\/.*nothing listens there/,
  ],
  [
    'no master key',
    () => ({ FLIGHTLINE_MASTER_KEY: '' }),
    /^FLIGHTLINE_MASTER_KEY: is required if DATABASE_URL/,
  ],
  [
    'a short master key',
    () => ({ FLIGHTLINE_MASTER_KEY: 'c2hvcnQ=' }),
    /^FLIGHTLINE_MASTER_KEY: must be 32 bytes/,
  ],
  [
    'another master key',
    async () => {
      await saidBy({});
      return { FLIGHTLINE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') };
    },
    /^FLIGHTLINE_MASTER_KEY: it is not the key that this database was set up with/,
  ],
  [
    'a data directory that is a file',
    async () => ({ FLIGHTLINE_DATA_DIR: await aFile() }),
    /^FLIGHTLINE_DATA_DIR: .* cannot be written/,
  ],
  [
    'a data directory where none can be made',
    () => ({ FLIGHTLINE_DATA_DIR: '/proc/flightline/data' }),
    /^FLIGHTLINE_DATA_DIR: .* cannot be written: no directory can be made there/,
  ],
  [
    'an embedded database where no directory can be made',
    () => ({ DATABASE_URL: '', FLIGHTLINE_MASTER_KEY: '', FLIGHTLINE_DATA_DIR: '/proc/flightline' }),
    /^FLIGHTLINE_DATA_DIR: .* cannot be written: no directory can be made there/,
  ],
  [
    'an object store that is down',
    () => {
      vi.stubEnv('AWS_ACCESS_KEY_ID', 'id').stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
      return { FLIGHTLINE_FILES: 's3://bucket', FLIGHTLINE_S3_ENDPOINT: 'http://127.0.0.1:1' };
    },
    /^FLIGHTLINE_FILES: s3:\/\/bucket cannot be used: the object store: nothing listens there/,
  ],
  [
    'an unknown setting',
    () => ({ FLIGHTLINE_OPERATER: 'acme' }),
    /^FLIGHTLINE_OPERATER: is not a setting; the nearest is FLIGHTLINE_OPERATOR/,
  ],
  [
    'an unknown feature',
    () => ({ FLIGHTLINE_DISABLED_FEATURES: 'keywords' }),
    /^FLIGHTLINE_DISABLED_FEATURES: keywords .* nearest is keyword/,
  ],
  [
    'an unknown service',
    () => ({ FLIGHTLINE_SERVICES: 'graphql,mail' }),
    /^FLIGHTLINE_SERVICES: "mail" must be one of graphql, identity/,
  ],
  [
    'a public URL that is not an address',
    () => ({ FLIGHTLINE_PUBLIC_URL: 'api.example.com' }),
    /^FLIGHTLINE_PUBLIC_URL: must be an address/,
  ],
];

test.each(WRONG)('%s ends the start in one sentence that names the setting', async (_what, env, says) => {
  const said = await saidBy(await env());
  expect(said).toMatch(says);
  expect(said).toMatch(/\.$/);
  expect(said.split('\n')).toHaveLength(1);
  expect(said).not.toContain('guess');
  vi.unstubAllEnvs();
});

test('a data directory that this user may not write to ends the start in one sentence, embedded or not', async () => {
  const dataDir = join(folder, 'read-only');
  await mkdir(dataDir, { mode: 0o555 });
  const asNobody = process.getuid?.() === 0;
  if (asNobody) process.seteuid?.(65_534);
  try {
    const sentence = `FLIGHTLINE_DATA_DIR: ${dataDir} cannot be written: this user has no permission.`;
    expect(await saidBy({ FLIGHTLINE_DATA_DIR: dataDir })).toBe(sentence);
    const embedded = { DATABASE_URL: '', FLIGHTLINE_MASTER_KEY: '', FLIGHTLINE_DATA_DIR: dataDir };
    expect(await saidBy(embedded)).toBe(sentence);
  } finally {
    if (asNobody) process.seteuid?.(0);
  }
});

test('commands say it in the same sentence, and exit with 1', async () => {
  const cli = cliOn({ ...system, database: { ...system.database, url: databaseAt({ port: '1' }) } });
  const { code, stderr } = await cli('seat', 'create', '--name', 'x');
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^DATABASE_URL: [^\n]*nothing listens there\.\n$/),
  ]);
  vi.unstubAllEnvs();
});
