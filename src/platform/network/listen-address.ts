import { once } from 'node:events';
import { createServer } from 'node:net';
import { SettingError } from '../settings/setting-error.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
  /** The setting that sets the port. */
  readonly setting: 'PORT' | 'FLIGHTLINE_OPERATIONS_PORT';
}

/** Throws SettingError if HTTP could not listen on the address. Called before a database is started. */
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

/** Returns the error of a `listen` as a SettingError if a setting can fix it, else unchanged. */
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
