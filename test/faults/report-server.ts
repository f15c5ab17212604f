import { pino } from 'pino';
import { loadConfig } from '../../src/config.ts';
import { startService } from '../../src/operations/service/service.ts';

/** The whole service, HTTP and report worker, in a process of its own, to be killed. */
const { stop, origin } = await startService({ config: loadConfig(), log: pino({ level: 'silent' }) });
process.on('disconnect', () => void stop().finally(() => process.exit()));
process.send?.(origin);
