import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import type { System } from '../../domain/context.ts';
import { rotateMasterKey } from '../../operations/health/master-key/rotate.ts';
import {
  newKey,
  parseKey,
  promoteNextKey,
  readNextKey,
  storeNextKey,
} from '../../platform/keys/master-key.ts';
import { command } from '../support/arguments.ts';
import { CommandError, UsageError } from '../support/output.ts';
import { withSystem } from '../support/with-system.ts';

interface Options {
  readonly newKeyFile?: string;
  readonly compromised?: boolean;
}

/** `master-key rotate` */
export function register(program: Command): void {
  const masterKey = program
    .command('master-key')
    .description('Replaces the key that encrypts client secrets, webhook secrets and signing keys.');
  command(
    masterKey,
    'rotate',
    'Encrypts everything with a new master key while processes run. If it is ended, call it again: it goes on.',
  )
    .option('--new-key-file <file>', 'file with the new key, 32 bytes in base64; - reads standard input')
    .option(
      '--compromised',
      'others may have the old key: click IDs, report links and stored answers that were made with it are worth nothing',
    )
    .action(withSystem(rotate));
}

async function rotate(system: System, { newKeyFile, compromised = false }: Options): Promise<object> {
  const { config } = system;
  const given = newKeyFile === undefined ? undefined : await readNewKey(newKeyFile);
  if (config.masterKey === undefined) {
    // The new key is written to the disk before the database uses it.
    const next = (await readNextKey(config)) ?? given ?? newKey();
    if (given && !given.equals(next))
      throw new CommandError(
        'A rotation to another key was begun. Go on with that key, or without --new-key-file.',
      );
    await storeNextKey(config, next);
    const rotated = await rotateMasterKey({ system, next, compromised });
    await promoteNextKey(config);
    return { ...rotated, next: 'The new key is in master.key of the data directory. Make a backup now.' };
  }
  if (!given)
    throw new UsageError(
      'FLIGHTLINE_MASTER_KEY is set, so specify the new key: openssl rand -base64 32 > FILE, then --new-key-file FILE.',
    );
  const rotated = await rotateMasterKey({ system, next: given, compromised });
  return { ...rotated, next: 'Set FLIGHTLINE_MASTER_KEY to the new key before the next start of a process.' };
}

async function readNewKey(file: string): Promise<Buffer> {
  const content = await (file === '-' ? text(process.stdin) : readFile(file, 'utf8')).catch(({ code }) => {
    throw new CommandError(`Cannot read ${file}: ${code}.`);
  });
  const key = parseKey(content.trim());
  if (!key)
    throw new CommandError(`${file === '-' ? 'Standard input' : file} does not contain 32 bytes in base64.`);
  return key;
}
