// The whole HTTP face in a process of its own, for tests of what several processes share.
import { pino } from 'pino';
import { buildApp } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config.ts';
import { openSystem } from '../../../src/operations/service/system.ts';

const config = loadConfig();
const log = pino({ level: 'silent' });
const { system } = await openSystem({ config, databaseUrl: config.databaseUrl ?? '', log });
const app = await buildApp({ system });
process.send?.(await app.listen({ port: Number(process.env.PORT ?? 0), host: '127.0.0.1' }));
