import type { Config } from '../../config.ts';

/** The origins by which callers reach the service, by default the two names of the loopback address. */
export const publicUrls = ({ publicUrls: set, port }: Pick<Config, 'publicUrls' | 'port'>): string[] =>
  set ?? [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
