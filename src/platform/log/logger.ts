import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import type { Config } from '../../config.ts';

const SECRET_NAMES = [
  ...['token', 'access_token', 'secret', 'clientSecret', 'client_secret', 'assertion', 'client_assertion'],
  ...['authorization', 'password', 'email'],
];
/** Signed tokens and assertions in any part of a line: a message, a header, or an error of a library. */
const JWT = /\beyJ[\w-]{5,}\.[\w-]*\.?[\w-]*/g;
const URL_PASSWORD = /(\b[a-z]+:\/\/[^\s:/@"]+:)[^\s@"]+@/g;

/** JSON lines on stdout. Secrets are removed from every line. */
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
  return destination ? pino(options, destination) : pino(options);
}

/**
 * For lines whose fields are all known and harmless: to look for the names of secrets in them costs ten times
 * the line. What looks like a token is still taken out.
 */
export function withoutNames(log: Logger): Logger {
  return log.child({}, { redact: [] });
}

let sink: ((line: string) => void) | undefined;

/** Who gets every line that is written, without its secrets; one for the process. */
export function setLogSink(to: ((line: string) => void) | undefined): void {
  sink = to;
}

function withoutSecrets(line: string): string {
  const safe = line.replace(JWT, '[token]').replace(URL_PASSWORD, '$1[redacted]@');
  sink?.(safe);
  return safe;
}

/** The database's errors carry the refused row and the statement's values: only these parts are kept. */
function errorToLog(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = stdSerializers.err(error);
  const { code } = error as { code?: unknown };
  return { type, message, stack, ...(typeof code === 'string' && { code }) };
}
