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
  help: 'For how long the replica has lacked something that the primary has; 0 without a replica.',
  registers,
});
