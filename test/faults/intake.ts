import { setTimeout as sleep } from 'node:timers/promises';
import { backedUp } from './backup.ts';
import { hasDebian, prepareDebian } from './debian.ts';
import { SmallDisk } from './disk.ts';
import { dump, readLikeDump, whileRead } from './dump.ts';
import { Pair } from './pair.ts';
import { Postgres } from './postgres.ts';
import { onlyUnavailable, type Row, scene, untilBack } from './scene.ts';
import { slowClients } from './slow-clients.ts';

/**
 * `npm run test:faults`: what was acknowledged survives. FAULT_RATE (5000 events/s), FAULT_KILLS (20 of the
 * server), FAULT_CRASHES (10 of PostgreSQL), FAULT_ONLY (part of a row's name). Prints a table; fails when a
 * row does.
 */
const { FAULT_KILLS = '20', FAULT_CRASHES = '10', FAULT_ONLY = '' } = process.env;
const BACK_MS = 5_000;
const isRoot = process.getuid?.() === 0;

const serverKilled = () =>
  scene({
    fault: `server killed (kill -9) ${FAULT_KILLS} times`,
    open: () => Postgres.create(),
    work: async ({ service }) => {
      for (let n = 0; n < Number(FAULT_KILLS); n += 1) {
        await sleep(700 + Math.random() * 600);
        await service.kill();
        await service.start();
      }
      return { passed: true, figures: 'started again each time' };
    },
  });

const postgresCrashed = () =>
  scene({
    fault: `PostgreSQL stopped hard ${FAULT_CRASHES} times`,
    open: () => Postgres.create(),
    work: async ({ database, load }) => {
      let longestMs = 0;
      for (let n = 0; n < Number(FAULT_CRASHES); n += 1) {
        await sleep(700 + Math.random() * 600);
        await database.crash();
        await sleep(300);
        await database.start();
        longestMs = Math.max(longestMs, await untilBack(load));
      }
      return {
        passed: longestMs < BACK_MS && onlyUnavailable(load),
        figures: `back within ${longestMs} ms without a restart`,
      };
    },
  });

const standbyPromoted = () =>
  scene({
    fault: 'synchronous standby promoted after its primary stopped hard',
    open: () => Pair.create(),
    work: async ({ database, load }) => {
      const isSynchronous = await database.isSynchronous();
      await sleep(2_000);
      const began = Date.now();
      await database.failOver();
      const promotedMs = Date.now() - began;
      await untilBack(load);
      const backMs = load.lastSuccess - began;
      await sleep(1_000);
      return {
        passed: isSynchronous && backMs < BACK_MS && onlyUnavailable(load),
        figures: `promoted within ${promotedMs} ms, back ${backMs} ms after the primary stopped, without a restart`,
      };
    },
  });

const diskFull = () =>
  scene({
    fault: 'disk full under PostgreSQL for 10 s',
    open: () => SmallDisk.create(),
    work: async ({ database, load }) => {
      const giveBack = await database.fill();
      await sleep(10_000);
      const refused = load.statuses.get('503') ?? 0;
      await giveBack();
      const backMs = await untilBack(load);
      return {
        passed: refused > 0 && onlyUnavailable(load),
        figures: `back ${backMs} ms after there was room`,
      };
    },
  });

const connectionsFrozen = () =>
  scene({
    fault: 'connections frozen for 20 s',
    open: () => Postgres.create(),
    work: async ({ database, load }) => {
      const thaw = await database.freeze();
      const frozen = Date.now();
      await sleep(20_000);
      const backBeforeThaw = load.lastSuccess > frozen + 1_000;
      thaw();
      await untilBack(load);
      return {
        passed: onlyUnavailable(load) && backBeforeThaw,
        figures: `pool recovered ${backBeforeThaw ? 'before' : 'after'} the thaw, longest answer ${load.longestMs} ms`,
      };
    },
  });

const backupAndRestore = () =>
  scene({
    fault: 'backup under load, and a restore of it next to the original',
    open: () => Postgres.create(),
    work: backedUp,
  });

const manySlow = () => scene({ fault: '300 slow clients', open: () => Postgres.create(), work: slowClients });

const DUMPED = 'pg_dump of PostgreSQL 15 in the middle of it, a new start, days to make and days to drop';

const dumped = () =>
  scene({
    fault: DUMPED,
    open: () => Postgres.create({ prepare: prepareDebian }),
    work: whileRead(dump),
  });

const read = () =>
  scene({
    fault: 'the locks of a dump held on the embedded PostgreSQL, as before',
    open: () => Postgres.create(),
    work: whileRead(readLikeDump),
  });

/** Checks the harness itself: if the database does not sync, losses must be detected. */
const selfProof = () =>
  scene({
    fault: 'self-proof: synchronous_commit=off and an immediate stop are seen as a loss',
    open: () =>
      Postgres.create({
        settings: {
          synchronous_commit: 'off',
          wal_buffers: '256MB',
          shared_buffers: '512MB',
          wal_writer_delay: '10s',
          wal_writer_flush_after: '1GB',
        },
      }),
    work: async ({ database }) => {
      // Everything up to now is on the disk.
      await database.checkpoint();
      await sleep(1_500);
      await database.crash();
      await database.start();
      return { passed: true, figures: 'stopped once' };
    },
    passes: ({ lost }) => lost > 0,
  });

const SCENES: readonly [name: string, play: () => Promise<Row>][] = [
  ['server', serverKilled],
  ['postgres', postgresCrashed],
  ['standby', standbyPromoted],
  ['disk', diskFull],
  ['frozen', connectionsFrozen],
  ['backup', backupAndRestore],
  ['slow', manySlow],
  ['dump of 15', dumped],
  ['dump of 18', read],
  ['self-proof', selfProof],
];

/** What a row cannot do without, where that is not there. */
const needs = new Map([
  ...(isRoot ? [] : [[diskFull, 'root'] as const]),
  ...(hasDebian ? [] : [[dumped, 'Debian’s postgresql-15'] as const]),
]);

const rows: Row[] = [];
for (const [name, play] of SCENES) {
  if (!name.includes(FAULT_ONLY)) continue;
  const missing = needs.get(play);
  const row = missing ? { fault: name, passed: false, figures: `not run: needs ${missing}` } : await play();
  rows.push(row);
  console.log(`${row.passed ? 'passed' : 'FAILED'}: ${row.fault}`);
}
console.log('\nfault | passed | figures');
for (const { fault, passed, figures } of rows)
  console.log(`${fault} | ${passed ? 'yes' : 'NO'} | ${figures}`);
process.exitCode = rows.length > 0 && rows.every(({ passed }) => passed) ? 0 : 1;
