import { pino } from 'pino';
import { loadConfig } from '../../src/config.ts';
import { openSystem } from '../../src/operations/service/system.ts';
import { startWorker } from '../../src/operations/worker/worker.ts';

/** A report worker in a process of its own, to be killed. */
const config = loadConfig();
const { system } = await openSystem({
  config,
  databaseUrl: config.databaseUrl ?? '',
  log: pino({ level: 'silent' }),
});
await startWorker({ system });
process.on('disconnect', () => process.exit());
process.send?.('ready');
