import { SettingError } from '../settings/setting-error.ts';
import { NETWORK_REASONS } from './network-reasons.ts';

/**
 * Problems that an operator can fix, by the code of PostgreSQL, Redis, an object store, or the file system.
 */
export const CAUSES: Readonly<Record<string, string>> = {
  ...NETWORK_REASONS,
  ECONNRESET: 'the connection was closed',
  '28P01': 'the password is wrong, or the user unknown',
  '28000': 'the server does not admit this user from here',
  '3D000': 'the server has no such database',
  '53100': 'no space is left on the disk of the database',
  '53300': 'the server has no connection left',
  '57P03': 'the server is starting up or shutting down',
  '25006': 'the database is read-only: it is a standby, or was made read-only',
  WRONGPASS: 'the password is wrong, or the user unknown',
  NOAUTH: 'it requires a password',
  NOPERM: 'the user may not run the commands that are needed',
  READONLY: 'it is read-only: it is a replica of another Redis',
  MISCONF: 'it refuses writes, because it cannot save to its disk',
  OOM: 'its memory is used up',
  AccessDenied: 'the bucket denies access to these credentials',
  AllAccessDisabled: 'the bucket denies all access',
  InvalidAccessKeyId: 'the access key is unknown',
  SignatureDoesNotMatch: 'the secret of the access key is wrong',
  ExpiredToken: 'the credentials have expired',
  RequestTimeTooSkewed: 'the clock of this machine is wrong',
  NoSuchBucket: 'there is no such bucket',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
};

const MAX_DEPTH = 5;

/** Returns why a dependency of the service fails, in a sentence for operators without secrets. */
export function causeOf(error: unknown): string {
  return knownCause(error, 0) ?? firstLine(error);
}

/** Looks through the causes, because drivers wrap the errors of the server or the system. */
function knownCause(error: unknown, depth: number): string | undefined {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return undefined;
  const { code, originalCode, name, message = '', cause, meta, errors } = error as Record<string, unknown>;
  for (const own of [code, originalCode, name, String(message).split(' ', 1)[0]])
    if (typeof own === 'string' && CAUSES[own]) return CAUSES[own];
  const inner = [cause, (meta as Record<string, unknown> | undefined)?.driverAdapterError];
  for (const one of inner.concat(Array.isArray(errors) ? errors : [])) {
    const found = knownCause(one, depth + 1);
    if (found) return found;
  }
  return undefined;
}

function firstLine(error: unknown): string {
  if (error instanceof SettingError) return error.message.replace(/\.$/, '');
  const { message = '', cause } = error as { message?: string; cause?: unknown };
  // Prefer the innermost error: the outer one only says that the call failed.
  if (cause instanceof Error) return firstLine(cause);
  return message.split('\n', 1).join().replace(/\.$/, '') || 'unknown reason';
}
