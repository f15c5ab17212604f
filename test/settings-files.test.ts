import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigError, clientSecretVariable, loadConfig, SETTING_NAMES } from '../src/config.ts';
import { SECRET_SETTINGS } from '../src/platform/settings/secret-files.ts';

const dir = mkdtempSync(join(tmpdir(), 'flightline-secret-files-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function fileOf(text: string): string {
  const path = join(dir, `${Math.random()}`);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}
function problemsOf(env: Record<string, string>): string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n');
  }
}
const KEY = Buffer.alloc(32, 7).toString('base64');
const VALUES: Record<string, string> = {
  DATABASE_URL: 'postgresql://user:secret@localhost/x',
  FLIGHTLINE_DATABASE_DIRECT_URL: 'postgresql://user:secret@localhost/x',
  FLIGHTLINE_DATABASE_REPLICA_URL: 'postgresql://user:secret@localhost/y',
  FLIGHTLINE_REDIS_URL: 'redis://:secret@localhost:6379/0',
  FLIGHTLINE_WAREHOUSE_URL: 'clickhouse://user:secret@localhost:8123/x',
  FLIGHTLINE_MASTER_KEY: KEY,
  FLIGHTLINE_AUTH_CLIENT_SECRET: 'secret',
};
const REST = { FLIGHTLINE_AUTH_URL: 'http://auth.example', FLIGHTLINE_AUTH_CLIENT_ID: 'x' };

describe('secrets in files', () => {
  test('each setting with credentials is read from NAME_FILE, without the line end', () => {
    const files = Object.fromEntries(
      Object.entries(VALUES).map(([name, value]) => [`${name}_FILE`, fileOf(`${value}\n`)]),
    );
    expect(loadConfig({ ...files, ...REST })).toEqual(loadConfig({ ...VALUES, ...REST }));
  });

  test('every setting whose value can contain credentials has the form', () => {
    const secret = SETTING_NAMES.filter((name) =>
      /SECRET|KEY|PASSWORD|TOKEN|DATABASE.*URL|REDIS|WAREHOUSE/.test(name),
    );
    expect(secret.filter((name) => !SECRET_SETTINGS.includes(name))).toEqual([]);
    const named = SECRET_SETTINGS.filter((name) => name !== 'FLIGHTLINE_CLIENT_SECRET');
    expect(named.filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
  });

  test.each(Object.keys(VALUES))('%s and its file at once are refused', (name) => {
    const both = { ...VALUES, ...REST, [`${name}_FILE`]: fileOf(VALUES[name] ?? '') };
    expect(problemsOf(both)).toEqual([`${name}_FILE: cannot be set together with ${name}.`]);
  });

  test('a file that is missing, empty or a directory is refused by name, with all other problems', () => {
    const missing = join(dir, 'missing');
    const empty = fileOf('\n');
    expect(
      problemsOf({
        PORT: 'x',
        FLIGHTLINE_MASTER_KEY_FILE: missing,
        FLIGHTLINE_REDIS_URL_FILE: empty,
        FLIGHTLINE_WAREHOUSE_URL_FILE: dir,
      }),
    ).toEqual([
      `FLIGHTLINE_REDIS_URL_FILE: ${empty} is empty.`,
      `FLIGHTLINE_WAREHOUSE_URL_FILE: ${dir} cannot be read: it is a directory.`,
      `FLIGHTLINE_MASTER_KEY_FILE: ${missing} cannot be read: there is no such file.`,
      'PORT: must be a whole number from 0 to 65535.',
    ]);
  });

  test('a wrong value of a file is refused by the name of the setting, without the value', () => {
    const lines = problemsOf({ FLIGHTLINE_MASTER_KEY_FILE: fileOf('c2VjcmV0') });
    expect(lines).toEqual(['FLIGHTLINE_MASTER_KEY: must be 32 bytes in base64.']);
  });

  test('other settings have no such form', () => {
    expect(problemsOf({ FLIGHTLINE_OPERATOR_FILE: '/x' })).toEqual([
      expect.stringMatching(/^FLIGHTLINE_OPERATOR_FILE: is not a setting; the nearest is/),
    ]);
  });

  test('the secret of a client for commands can be a file, too', () => {
    const file = fileOf('abc\n');
    expect(clientSecretVariable({ FLIGHTLINE_CLIENT_SECRET_FILE: file })).toBe('abc');
    expect(() =>
      clientSecretVariable({ FLIGHTLINE_CLIENT_SECRET_FILE: file, FLIGHTLINE_CLIENT_SECRET: 'abc' }),
    ).toThrow('FLIGHTLINE_CLIENT_SECRET_FILE: cannot be set together with FLIGHTLINE_CLIENT_SECRET.');
    expect(loadConfig({ FLIGHTLINE_CLIENT_SECRET_FILE: file })).toEqual(loadConfig({}));
  });
});
