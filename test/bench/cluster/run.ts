import { cpus } from 'node:os';
import { intake } from './intake.ts';
import { quotas } from './quotas.ts';
import { reports } from './reports.ts';
import { type Closers, ROUNDS, SECONDS } from './scene.ts';
import { writes } from './writes.ts';

/**
 * `npm run bench:cluster`: each part that another engine can take over, with it and without, alternating. Needs Swift
 * (`scripts/install-cluster.sh`) and redis-server. BENCH_ROUNDS (3) of BENCH_SECONDS (3) for each contender;
 * BENCH_ONLY=reports,writes. The bytes of archived events are measured by `npm run bench:archive`.
 */
const PARTS: Readonly<Record<string, (closers: Closers) => Promise<void>>> = {
  reports,
  writes,
  quotas,
  intake,
};
const { BENCH_ONLY = Object.keys(PARTS).join(',') } = process.env;
console.log(`${cpus().length} × ${cpus()[0]?.model}, ${ROUNDS} rounds of ${SECONDS} s`);
for (const name of BENCH_ONLY.split(',')) {
  const closers: Closers = [];
  try {
    await PARTS[name]?.(closers);
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}
process.exit();
