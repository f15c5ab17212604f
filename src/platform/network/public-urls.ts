import type { Config } from '../../config.ts';

/** Returns the origins at which callers reach the service. Default: the two names of the loopback address. */
export const publicUrls = ({ publicUrls: set, port }: Pick<Config, 'publicUrls' | 'port'>): string[] =>
  set ?? [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
