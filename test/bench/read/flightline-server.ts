import { pino } from 'pino';
import { buildApp } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config.ts';
import { openSystem } from '../../../src/operations/service/system.ts';
import { announce, countAllStatements } from '../support/report.ts';

const statements = countAllStatements();
const config = loadConfig();
const { system } = await openSystem({
  config,
  databaseUrl: config.databaseUrl ?? '',
  log: pino({ level: 'error' }),
});
const app = await buildApp({ system });
announce(await app.listen({ port: config.port }), statements);
