import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import { clientSecretVariable } from '../../config.ts';
import { CommandError, UsageError } from './output.ts';

/** Options that say where a command finds the secret of a client. */
export interface SecretOptions {
  readonly secret?: string;
  readonly secretFile?: string;
}

const VARIABLE = 'FLIGHTLINE_CLIENT_SECRET';
const MAX_BYTES = 4096;
const STANDARD_INPUT = '-';

const WARNING =
  'Warning: other users of this machine can read the arguments of a command, and shells store them. ' +
  `Use --secret-file or ${VARIABLE} instead of --secret.\n`;
const MISSING = `Specify the secret of the client: --secret-file FILE (${STANDARD_INPUT} for standard input), or ${VARIABLE} in the environment.`;

/** Adds the options of a command that needs the secret of a client. */
export const secretOptions = (command: Command): Command =>
  command
    .option(
      '--secret-file <file>',
      `file with the secret of the client; ${STANDARD_INPUT} reads standard input`,
    )
    .option(
      '--secret <secret>',
      `the secret itself, which others can read; ${VARIABLE} is not shown to them`,
    );

/**
 * Returns the secret of a client from the first place that has one. Throws UsageError if none has, and
 * CommandError for an unreadable file.
 */
export async function clientSecret({ secret, secretFile }: SecretOptions): Promise<string> {
  if (secret !== undefined && secretFile !== undefined)
    throw new UsageError('Specify either --secret-file or --secret.');
  if (secretFile !== undefined) return await readSecret(secretFile);
  if (secret !== undefined) {
    process.stderr.write(WARNING);
    return secret;
  }
  const fromEnvironment = clientSecretVariable();
  if (fromEnvironment === undefined) throw new UsageError(MISSING);
  return fromEnvironment;
}

async function readSecret(file: string): Promise<string> {
  const name = file === STANDARD_INPUT ? 'standard input' : file;
  const text = await readStart(file).catch(({ code }) => {
    throw new CommandError(`Cannot read ${name}: ${code}.`);
  });
  const secret = text.replace(/\r?\n$/, '');
  if (secret === '' || /[\r\n]/.test(secret) || Buffer.byteLength(text) > MAX_BYTES)
    throw new CommandError(`Cannot use ${name}: it must contain the secret of the client on one line.`);
  return secret;
}

/** Reads one byte more than the maximum length of a secret. */
async function readStart(file: string): Promise<string> {
  const parts: Buffer[] = [];
  let left = MAX_BYTES + 1;
  const stream =
    file === STANDARD_INPUT ? process.stdin : (await open(file, 'r')).createReadStream({ end: MAX_BYTES });
  for await (const part of stream) {
    parts.push(Buffer.from(part));
    left -= part.length;
    if (left <= 0) break;
  }
  return Buffer.concat(parts).toString('utf8');
}
