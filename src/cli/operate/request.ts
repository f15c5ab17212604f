import { createReadStream } from 'node:fs';
import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { requestLogDir } from '../../operations/request-log/files.ts';
import { findRequest, type LogLine, linesOf } from '../../operations/request-log/find.ts';
import { command } from '../support/arguments.ts';
import { checkReadable } from '../support/input-file.ts';
import { CommandError, printAnswer } from '../support/output.ts';

interface Options {
  readonly log?: string;
  readonly json?: boolean;
}

/** `request show` */
export function register(program: Command): void {
  const request = program
    .command('request')
    .description('Shows requests of the last week by their X-Request-Id.');
  command(
    request,
    'show <id>',
    'Shows who sent a request, what it was, what it cost, how it was answered, and its log lines.',
  )
    .option(
      '--log <file>',
      'search this log of the service instead of what this machine stored; - reads standard input',
    )
    .action(async (id: string, options: Options) => printAnswer(await show(id, options), options));
}

async function show(requestId: string, { log, json = false }: Options): Promise<object> {
  const lines = log === undefined ? await stored(requestId) : await linesOf(await streamOf(log), requestId);
  if (lines.length === 0)
    throw new CommandError(
      `No request ${requestId} was found. Requests are stored for a week, on the machine that answered them, within FLIGHTLINE_REQUEST_LOG_MB.`,
    );
  const access = lines.findLast(({ method }) => method !== undefined) ?? {};
  return {
    requestId,
    at: timeOf(access),
    ...pick(access, ['client', 'user', 'seat', 'address']),
    ...pick(access, [
      'method',
      'path',
      'transport',
      'operation',
      'status',
      'errors',
      'aborted',
      'cost',
      'ms',
    ]),
    lines: json ? lines : lines.map((line) => ({ line: JSON.stringify(line) })),
  };
}

const stored = (requestId: string) => findRequest(requestLogDir(loadConfig()), requestId);

async function streamOf(file: string) {
  if (file === '-') return process.stdin;
  await checkReadable(file);
  return createReadStream(file);
}

const timeOf = ({ time }: LogLine) => (typeof time === 'number' ? new Date(time).toISOString() : undefined);

const pick = (line: LogLine, names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => line[name] !== undefined).map((name) => [name, line[name]]));
