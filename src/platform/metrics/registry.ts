import { Registry } from 'prom-client';

/** What /metrics shows; one registry per process. */
export const registry = new Registry();
export const registers = [registry];
