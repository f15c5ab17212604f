import { Counter, Gauge } from 'prom-client';
import { registers } from './registry.ts';

export const replicaReads = new Counter({
  name: 'flightline_replica_reads_total',
  help: 'Number of reads that the replica could answer, by the `server` that did: the `replica` or the `primary`.',
  labelNames: ['server'],
  registers,
});

export const replicaLag = new Gauge({
  name: 'flightline_replica_lag_seconds',
  help: 'How long the replica has been behind the primary, in seconds; 0 without a replica.',
  registers,
});
