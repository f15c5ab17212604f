import { ConfigError } from '../../config.ts';
import { DomainError, ValidationError } from '../../domain/errors.ts';
import { DataDirHeldError } from '../../platform/database/embedded/lock.ts';
import { UnusableDatabaseError } from '../../platform/database/migration/migration-state.ts';
import { SettingError } from '../../platform/settings/setting-error.ts';

/** Thrown when a command refuses to run. `--json` prints `body`. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly body: object;

  constructor(message: string, body: object = { error: message }) {
    super(message);
    this.body = body;
  }
}

/** Thrown after the answer was printed, so that the exit code also shows that a check did not pass. */
export class CheckFailedError extends Error {
  override readonly name = 'CheckFailedError';
}

/** Thrown for combinations of options that the parser cannot check. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Prints one JSON value with `--json`, else one `name: value` per line. For a list, prints one entry per
 * line.
 */
export function printAnswer(answer: object, { json = false }: { json?: boolean | undefined }): void {
  const known = Object.entries(answer).filter(([, value]) => value !== undefined);
  const lines = known.flatMap(([name, value]) =>
    isList(value) ? value.map(entryLine) : [`${words(name)}: ${textOf(value)}`],
  );
  process.stdout.write(json ? `${JSON.stringify(answer)}\n` : `${lines.join('\n')}\n`);
}

/** Prints the reason to stderr and, with `--json`, also to stdout as the one JSON value. */
export function printRefusal(error: unknown, { json }: { json: boolean }): void {
  const message = messageOf(error);
  process.stderr.write(`${message}\n`);
  if (!json) return;
  printReason(error instanceof CommandError ? error.body : { error: message });
}

/** Prints the JSON value of a command that did not run. */
export function printReason(body: object): void {
  process.stdout.write(`${JSON.stringify(body)}\n`);
}

/** Errors whose message is printed without a stack. */
const KNOWN = [
  DomainError,
  CommandError,
  UsageError,
  ConfigError,
  SettingError,
  DataDirHeldError,
  UnusableDatabaseError,
];

function messageOf(error: unknown): string {
  if (error instanceof ValidationError) return error.issues.map((issue) => issue.message).join('\n');
  if (!(error instanceof Error)) return String(error);
  return KNOWN.some((kind) => error instanceof kind) ? error.message : `${error.name}: ${error.message}`;
}

const isList = (value: unknown): value is object[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'object');

const entryLine = (entry: object): string =>
  Object.entries(entry)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${words(name)}: ${textOf(value)}`)
    .join(', ');

const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

/** `clientId` → `client id` */
const words = (name: string) =>
  name.replaceAll('_', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
