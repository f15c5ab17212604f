import { pino } from 'pino';
import { buildApp } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config.ts';
import { openSystem } from '../../../src/operations/service/system.ts';
import { announce } from '../support/report.ts';

/** The service as it runs, without its log. */
const config = loadConfig();
const log = pino({ level: 'silent' });
const { system } = await openSystem({ config, databaseUrl: config.databaseUrl ?? '', log });
const app = await buildApp({ system });
announce(await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 0) }), () => 0);
