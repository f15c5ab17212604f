import { Counter } from 'prom-client';
import { registers } from './registry.ts';

export const smallReads = new Counter({
  name: 'flightline_small_reads_total',
  help: 'Number of small reads by the `connection` that answered: the `shared` one, or their `own` of the pool.',
  labelNames: ['connection'],
  registers,
});
