import { pino } from 'pino';
import { buildApp } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config.ts';
import { openSystem } from '../../../src/operations/service/system.ts';
import { startWebhooks } from '../../../src/operations/worker/webhooks/worker.ts';
import { announce, countAllStatements } from '../support/report.ts';

/** The service with the deliveries of webhooks in the same process, as `npm start` runs it. */
const statements = countAllStatements();
const config = loadConfig();
const { system } = await openSystem({
  config,
  databaseUrl: config.databaseUrl ?? '',
  log: pino({ level: 'error' }),
});
const app = await buildApp({ system });
await startWebhooks({ system });
announce(await app.listen({ port: config.port }), statements);
