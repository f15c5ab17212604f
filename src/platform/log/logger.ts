import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import type { Config } from '../../config.ts';
import { withoutTokens } from './secrets.ts';

const SECRET_NAMES = [
  ...['token', 'access_token', 'secret', 'clientSecret', 'client_secret', 'assertion', 'client_assertion'],
  ...['authorization', 'password', 'email'],
];

const BUFFER_LENGTH = 64 * 1024;

/** Returns a logger that writes JSON lines to stdout. Secrets are removed from every line. */
export function createLogger(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const options = {
    level: config.logLevel,
    redact: {
      paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.headers.${name}`]),
      censor: '[redacted]',
    },
    serializers: { err: errorToLog },
    hooks: { streamWrite: withoutSecrets },
  };
  return pino(options, destination ?? bufferedStdout());
}

/**
 * Returns a stream that writes the lines of one turn of the event loop to stdout together: a write for each
 * would be a twentieth of the cost of a small request.
 */
function bufferedStdout(): DestinationStream {
  const stdout = pino.destination(1);
  let lines = '';
  const flush = () => {
    const text = lines;
    lines = '';
    if (text !== '') stdout.write(text);
  };
  process.on('exit', flush);
  return {
    write(line) {
      if (lines === '') setImmediate(flush);
      lines += line;
      if (lines.length > BUFFER_LENGTH) flush();
    },
  };
}

/**
 * Returns a logger for lines whose fields are all known and harmless: searching them for names of secrets
 * costs ten times as much as the line. Anything that looks like a token is still removed.
 */
export function withoutNames(log: Logger): Logger {
  return log.child({}, { redact: [] });
}

let sink: ((line: string) => void) | undefined;

/** Sets the function that receives every written line, without secrets. There is one per process. */
export function setLogSink(to: ((line: string) => void) | undefined): void {
  sink = to;
}

function withoutSecrets(line: string): string {
  const safe = withoutTokens(line);
  sink?.(safe);
  return safe;
}

/**
 * Database errors contain the rejected row and the values of the statement, so only these parts are logged.
 */
function errorToLog(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = stdSerializers.err(error);
  const { code } = error as { code?: unknown };
  return { type, message, stack, ...(typeof code === 'string' && { code }) };
}
