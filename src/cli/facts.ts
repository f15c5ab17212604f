import type { Command } from 'commander';
import type { System } from '../domain/context.ts';
import { markDayClosed } from '../domain/reporting/report/books/mark-day-closed.ts';
import { claimFiles } from '../warehouse/claim.ts';
import { copyFacts, rebuildCopy } from '../warehouse/clickhouse/copy.ts';
import { claimCopy } from '../warehouse/clickhouse/tables.ts';
import { FactsRefusedError } from '../warehouse/facts-refused-error.ts';
import { loadFacts } from '../warehouse/load.ts';
import { openWarehouse } from '../warehouse/open.ts';
import { rebuildDelivery } from '../warehouse/roll-up.ts';
import { command, integer } from './support/arguments.ts';
import { checkReadable } from './support/input-file.ts';
import { CommandError } from './support/output.ts';
import { withSystem } from './support/with-system.ts';

/** `facts load`, `facts close`, `facts rebuild`, `facts copy` */
export function register(program: Command): void {
  const facts = program
    .command('facts')
    .description('Manages the hourly delivery and bidding facts that reports use.');
  command(
    facts,
    'load <file>',
    'Loads facts from a CSV, NDJSON or Parquet file. Refuses the whole file if a row is invalid.',
  ).action(withSystem(load));
  command(facts, 'close', 'Closes a day of an advertiser: marks its data as complete.')
    .requiredOption('--advertiser <id>', 'ID of the advertiser', integer)
    .requiredOption('--day <day>', 'the day, such as 2026-01-31 or 20260131')
    .action(withSystem(close));
  command(
    facts,
    'rebuild',
    'Builds the daily sums that dashboards read anew from the facts. They are unavailable meanwhile.',
  ).action(withSystem(rebuild));
  command(facts, 'copy', 'Copies facts that ClickHouse does not have yet, as a worker does by itself.')
    .option('--anew', 'drop the copy first; reports wait until it is complete')
    .action(withSystem(copy));
}

async function load(system: System, _options: object, file: string): Promise<object> {
  await checkReadable(file);
  const warehouse = await openWarehouse(system);
  try {
    const { rows } = await loadFacts(warehouse, { file, onStep: showStep });
    return { rows };
  } catch (error) {
    if (!(error instanceof FactsRefusedError)) throw error;
    const { message, refused, lines } = error;
    throw new CommandError(message, { error: message, refused, lines });
  } finally {
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  }
}

/** Only prints to a terminal: a pipe receives nothing but the result. */
function showStep(step: string, percent: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${step} ${percent} %`);
}

function close(system: System, options: { advertiser: number; day: string }): Promise<object> {
  return markDayClosed({ system, advertiserId: options.advertiser, day: options.day });
}

async function copy(system: System, options: { anew?: boolean }): Promise<object> {
  const { clickHouse, pool, files } = system;
  if (!clickHouse) throw new CommandError('FLIGHTLINE_WAREHOUSE_URL is not set.');
  await claimFiles(system);
  await claimCopy({ clickHouse, pool });
  return { files: await (options.anew ? rebuildCopy : copyFacts)({ clickHouse, pool, files }) };
}

async function rebuild(system: System): Promise<object> {
  const warehouse = await openWarehouse(system);
  return { files: await rebuildDelivery(system.pool, warehouse) };
}
