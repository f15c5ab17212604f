import leven from 'leven';
import { list } from './kinds.ts';
import { COMMAND_VARIABLES, SETTING_NAMES } from './settings.ts';

/** Returns problems between settings. Checks the raw values, so that another mistake does not hide these. */
export function jointProblems(environment: NodeJS.ProcessEnv): string[] {
  const {
    DATABASE_URL,
    FLIGHTLINE_MASTER_KEY,
    FLIGHTLINE_SANDBOX,
    FLIGHTLINE_CLOCK_OFFSET_S = '0',
  } = environment;
  const { FLIGHTLINE_AUTH_URL, FLIGHTLINE_AUTH_CLIENT_ID, FLIGHTLINE_AUTH_CLIENT_SECRET } = environment;
  const { PORT = '4000', FLIGHTLINE_OPERATIONS_PORT = '0' } = environment;
  const problems: string[] = [];
  if (DATABASE_URL && !FLIGHTLINE_MASTER_KEY)
    problems.push('FLIGHTLINE_MASTER_KEY: is required if DATABASE_URL is set');
  if (Number(FLIGHTLINE_CLOCK_OFFSET_S) !== 0 && FLIGHTLINE_SANDBOX !== 'on')
    problems.push('FLIGHTLINE_CLOCK_OFFSET_S: is only allowed with FLIGHTLINE_SANDBOX=on');
  if (FLIGHTLINE_AUTH_URL && !(FLIGHTLINE_AUTH_CLIENT_ID && FLIGHTLINE_AUTH_CLIENT_SECRET))
    problems.push(
      'FLIGHTLINE_AUTH_URL: requires FLIGHTLINE_AUTH_CLIENT_ID and FLIGHTLINE_AUTH_CLIENT_SECRET',
    );
  for (const name of ['FLIGHTLINE_DATABASE_DIRECT_URL', 'FLIGHTLINE_DATABASE_REPLICA_URL'])
    if (environment[name] && !DATABASE_URL) problems.push(`${name}: requires DATABASE_URL`);
  const isInStore = environment.FLIGHTLINE_WAL_ARCHIVE?.startsWith('s3://');
  if (environment.FLIGHTLINE_FILES === undefined) {
    if (environment.FLIGHTLINE_S3_ENDPOINT !== undefined && !isInStore)
      problems.push('FLIGHTLINE_S3_ENDPOINT: requires FLIGHTLINE_FILES');
    if (environment.FLIGHTLINE_FILES_CACHE_MB !== undefined)
      problems.push('FLIGHTLINE_FILES_CACHE_MB: requires FLIGHTLINE_FILES');
  }
  if (environment.FLIGHTLINE_WAL_ARCHIVE && DATABASE_URL)
    problems.push(
      'FLIGHTLINE_WAL_ARCHIVE: is of the embedded database; with DATABASE_URL, archive with tools of PostgreSQL',
    );
  if (environment.FLIGHTLINE_DOWNLOADS === 'redirect' && environment.FLIGHTLINE_FILES === undefined)
    problems.push('FLIGHTLINE_DOWNLOADS: can only be redirect if FLIGHTLINE_FILES is set');
  if (Number(FLIGHTLINE_OPERATIONS_PORT) !== 0 && Number(FLIGHTLINE_OPERATIONS_PORT) === Number(PORT))
    problems.push('FLIGHTLINE_OPERATIONS_PORT: must differ from PORT');
  const { FLIGHTLINE_EVENT_ARCHIVE_DAYS: archive, FLIGHTLINE_EVENT_RETENTION_DAYS: retention = '400' } =
    environment;
  if (archive !== undefined && FLIGHTLINE_SANDBOX === 'on')
    problems.push(
      'FLIGHTLINE_EVENT_ARCHIVE_DAYS: cannot be set with FLIGHTLINE_SANDBOX=on, where time can go back',
    );
  if (archive !== undefined && Number(archive) >= Number(retention))
    problems.push(
      `FLIGHTLINE_EVENT_ARCHIVE_DAYS: must be less than FLIGHTLINE_EVENT_RETENTION_DAYS, which is ${retention}`,
    );
  return problems;
}

/** Kubernetes sets such variables in every pod of the namespace if a Service is named `flightline`. */
const SERVICE_LINK = /^FLIGHTLINE(_.+)?_(SERVICE_(HOST|PORT(_.+)?)|PORT(_\d+_.+)?)$/;
/** `FLIGHTLINE_OPERATIONS_PORT` may be either, depending on its value: `9090`, or `tcp://10.0.0.1:9090`. */
export const isServiceLink = ([name, value = '']: [string, string | undefined]): boolean =>
  SERVICE_LINK.test(name) && (/SERVICE/.test(name) || /:\/\/|_\d+_/.test(`${value}${name}`));

const withoutPrefix = (name: string) => name.replace(/^FLIGHTLINE_/, '');

const KNOWN_NAMES = [...SETTING_NAMES, ...COMMAND_VARIABLES];

/** Returns names that look like settings but are not, so that a typing error does not go unnoticed. */
export function unknownNames(environment: NodeJS.ProcessEnv): string[] {
  return Object.keys(environment)
    .filter((name) => name.toUpperCase().startsWith('FLIGHTLINE_') && !KNOWN_NAMES.includes(name))
    .map((name) => `${name}: is not a setting; the nearest is ${nearest(name.toUpperCase(), SETTING_NAMES)}`);
}

/** Returns the problems of FLIGHTLINE_DISABLED_FEATURES; `known` are the features that can be disabled. */
export function unknownFeatures(environment: NodeJS.ProcessEnv, known: readonly string[]): string[] {
  return list(environment.FLIGHTLINE_DISABLED_FEATURES ?? '')
    .filter((name) => !known.includes(name))
    .map(
      (name) =>
        `FLIGHTLINE_DISABLED_FEATURES: ${name} is not a native object or dictionary list; the nearest is ${nearest(name, known)}`,
    );
}

function nearest(name: string, known: readonly string[]): string {
  const distance = (other: string) => leven(withoutPrefix(name), withoutPrefix(other));
  return known.reduce((best, other) => (distance(other) < distance(best) ? other : best));
}
