import { type Config, ConfigError, loadConfig } from './config.ts';
import { announce } from './operations/service/announce.ts';
import { answerArguments } from './operations/service/arguments.ts';
import type { RunningService } from './operations/service/service.ts';
import { DataDirHeldError } from './platform/database/embedded/embedded.ts';
import { UnusableDatabaseError } from './platform/database/migration/migration-state.ts';
import { causeOf } from './platform/log/cause.ts';
import { createLogger } from './platform/log/logger.ts';
import { build } from './platform/process/version.ts';
import { SettingError } from './platform/settings/setting-error.ts';

/**
 * How long a stop may take. Process managers wait 10 s, or longer if the drain time is longer than the
 * default.
 */
const STOP_MS = 9_500;
const AFTER_DRAIN_MS = 4_500;

exitIfArguments(process.argv.slice(2));
const config = configOrExit();
const log = createLogger(config);
let starting: Promise<RunningService> | undefined;
let stopping = false;

process.on('SIGTERM', () => void stop(0));
process.on('SIGINT', () => void stop(0));
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'uncaught exception');
  void stop(1);
});

try {
  log.info({ ...(await build()), node: process.version }, 'Flightline starts');
  // Loaded on demand, so that wrong arguments and settings are answered quickly.
  const { startService } = await import('./operations/service/service.ts');
  starting = startService({ config, log });
  await announce({ service: await starting, config, log, out: process.stdout });
} catch (error) {
  explain(error);
  process.exit(1);
}

/** Runs only once: a second signal while stopping ends the process at once. */
async function stop(code: number): Promise<void> {
  if (stopping) process.exit(1);
  stopping = true;
  log.info('stopping');
  const limitMs = Math.max(STOP_MS, config.drainSeconds * 1000 + AFTER_DRAIN_MS);
  setTimeout(() => process.exit(1), limitMs).unref();
  const service = await starting?.catch(() => undefined);
  try {
    await service?.stop();
    process.exit(code);
  } catch (error) {
    log.error({ err: error }, 'stopped with an error');
    process.exit(1);
  }
}

function exitIfArguments(given: readonly string[]): void {
  const answer = answerArguments(given);
  if (!answer) return;
  (answer.code === 0 ? console.log : console.error)(answer.text);
  process.exit(answer.code);
}

function configOrExit(): Config {
  try {
    return loadConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    return process.exit(2);
  }
}

/** Prints a problem that the operator can fix as a sentence, and logs anything else with its stack. */
function explain(error: unknown): void {
  const isExpected = [DataDirHeldError, SettingError, UnusableDatabaseError].some(
    (kind) => error instanceof kind,
  );
  if (isExpected) console.error((error as Error).message);
  else log.fatal({ cause: causeOf(error), err: error }, 'could not start');
}
