import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { makeDirectory } from '../files/data-dir.ts';
import { SettingError } from '../settings/setting-error.ts';

const BYTES = 32;

type Settings = Pick<Config, 'masterKey' | 'dataDir'>;

export const keyFile = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'master.key');

/**
 * Returns the key from FLIGHTLINE_MASTER_KEY, or else the one in the data directory, which the first start
 * creates with mode 600. Losing it loses all client secrets and signing keys, so no key is created for a
 * database that is already set up: throws SettingError.
 */
export async function masterKey(config: Settings, isSetUp: () => Promise<boolean>): Promise<Buffer> {
  const stored = await storedKey(config);
  if (stored) return stored;
  // Another process may have created the key and set up the database meanwhile.
  if (await isSetUp()) return (await storedKey(config)) ?? refuseMissing(config);

  const file = keyFile(config);
  await makeDirectory(config.dataDir);
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${randomBytes(BYTES).toString('base64')}\n`, { mode: 0o600 });
  // `link` fails if the name exists, so two first starts at the same time use the same key.
  await link(draft, file).catch(ignoreExisting);
  await rm(draft);
  return (await storedKey(config)) ?? refuseMissing(config);
}

const storedKey = async (config: Settings): Promise<Buffer | undefined> =>
  config.masterKey ?? (await readKey(keyFile(config)));

function refuseMissing(config: Settings): never {
  throw new SettingError('FLIGHTLINE_MASTER_KEY', `${keyFile(config)} is missing. ${FROM_BACKUP}`);
}

const FROM_BACKUP =
  'The secrets of the database can only be decrypted with the key that was in it: put it back, for example from a backup.';

const nextFile = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'master.key.next');

/**
 * Stores the key that will replace the one in the data directory, so that it survives the end of the
 * process.
 */
export async function storeNextKey(config: Pick<Config, 'dataDir'>, key: Buffer): Promise<void> {
  const draft = `${nextFile(config)}.${randomUUID()}`;
  await writeFile(draft, `${key.toString('base64')}\n`, { mode: 0o600, flush: true });
  await rename(draft, nextFile(config));
}

export const readNextKey = (config: Pick<Config, 'dataDir'>): Promise<Buffer | undefined> =>
  readKey(nextFile(config));

/** Makes the next key the key of the data directory, once the database uses it. */
export const promoteNextKey = (config: Pick<Config, 'dataDir'>): Promise<void> =>
  rename(nextFile(config), keyFile(config));

export function parseKey(text: string): Buffer | undefined {
  const key = Buffer.from(text, 'base64');
  return key.length === BYTES ? key : undefined;
}

export const newKey = (): Buffer => randomBytes(BYTES);

async function readKey(file: string): Promise<Buffer | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const key = parseKey(text);
  if (!key)
    throw new SettingError(
      'FLIGHTLINE_MASTER_KEY',
      `${file} does not contain ${BYTES} bytes in base64. ${FROM_BACKUP}`,
    );
  return key;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
