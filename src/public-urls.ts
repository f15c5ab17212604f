import type { Config } from './config.ts';

/** Origins by which callers reach the service; by default the two ways to say loopback. */
export const publicUrls = ({ publicUrls: set, port }: Pick<Config, 'publicUrls' | 'port'>): string[] =>
  set ?? [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
