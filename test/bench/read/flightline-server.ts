import { pino } from 'pino';
import { buildApp } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config.ts';
import { compiledReads } from '../../../src/graphql/reading/answer.ts';
import { openSystem } from '../../../src/system.ts';
import { announce, countAllStatements } from '../support/report.ts';

// Pothos and Prisma without compiled reads, for comparison.
if (process.env.BENCH_EXECUTOR === 'on') compiledReads.areOn = false;
const statements = countAllStatements();
const config = loadConfig();
const { system } = await openSystem({
  config,
  databaseUrl: config.databaseUrl ?? '',
  log: pino({ level: 'error' }),
});
const app = await buildApp({ system });
announce(await app.listen({ port: config.port }), statements);
