import { Registry } from 'prom-client';

/** The content of /metrics. There is one registry per process. */
export const registry = new Registry();
export const registers = [registry];
