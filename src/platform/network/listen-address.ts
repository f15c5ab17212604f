import { once } from 'node:events';
import { createServer } from 'node:net';
import { SettingError } from '../settings/setting-error.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
  /** Which one sets the port. */
  readonly setting: 'PORT' | 'FLIGHTLINE_OPERATIONS_PORT';
}

/** Fails with a SettingError where HTTP could not listen: known before a database is started for it. */
export async function checkAddress(address: Address): Promise<void> {
  const server = createServer();
  try {
    server.listen({ host: address.host, port: address.port });
    await once(server, 'listening');
  } catch (error) {
    throw addressProblem(error, address);
  }
  server.close();
  await once(server, 'close');
}

/** The error of a `listen` in a sentence, where a setting can mend it. */
export function addressProblem(error: unknown, { host, port, setting }: Address): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new SettingError(setting, `${port} is in use on ${host}; choose another one.`, { cause: error });
    case 'EACCES':
      return new SettingError(setting, `this user may not listen on ${port}; choose one from 1024 on.`, {
        cause: error,
      });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new SettingError('HOST', `${host} is not an address of this machine.`, { cause: error });
    default:
      return error;
  }
}
