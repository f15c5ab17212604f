// The whole HTTP face in a process of its own, for tests of what several processes share. In JavaScript: a loader that
// takes types away would cost as much time as half of the service.
import { pino } from 'pino';
import { buildApp } from '../../../dist/app.js';
import { loadConfig } from '../../../dist/config.js';
import { openSystem } from '../../../dist/operations/service/system.js';

const config = loadConfig();
const log = pino({ level: 'silent' });
const { system } = await openSystem({ config, databaseUrl: config.databaseUrl ?? '', log });
const app = await buildApp({ system });
process.send?.(await app.listen({ port: Number(process.env.PORT ?? 0), host: '127.0.0.1' }));
