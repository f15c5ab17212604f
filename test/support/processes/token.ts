// A token service in a process of its own, for tests of what several processes share.
import { pino } from 'pino';
import { loadConfig } from '../../../src/config.ts';
import { openSystem } from '../../../src/operations/service/system.ts';
import { tokenService } from '../token-service.ts';

const config = loadConfig();
const log = pino({ level: 'silent' });
const { system } = await openSystem({ config, databaseUrl: config.databaseUrl ?? '', log });
const service = await tokenService(system);
const port = Number(process.env.PORT ?? 0);
process.send?.(await service.app.listen({ port, host: '127.0.0.1' }));
