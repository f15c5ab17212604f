import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { demoSecretFile, keepDemoSecret } from '../demo/secret-file.ts';
import type { RunningService } from './service.ts';

const COMMAND = 'npm run --silent flightline --';
const QUERY = '{ advertisers(first: 3) { nodes { id name campaigns(first: 2) { nodes { name } } } } }';

interface Announced {
  readonly service: Pick<RunningService, 'origin' | 'operationsOrigin' | 'demo'>;
  /** A link that signs the demo user in, once. Without it, the text says how to get one. */
  readonly signInLink?: string | undefined;
  readonly config: Pick<Config, 'dashboard' | 'graphiql' | 'services' | 'reportingPrefix' | 'dataDir'>;
}

/**
 * Announces that the service is ready: as text for a person, also through a pipe at the first start, or
 * else as a log line. The text contains the demo client's secret, which must not be logged. A link that signs its user in
 * is for terminals alone: it would be valid for a while in a file.
 */
export async function announce(
  options: Announced & {
    service: Pick<RunningService, 'isFirstStart' | 'signInLink'>;
    log: Pick<Logger, 'info'>;
    out: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
  },
): Promise<void> {
  const { service, config, log, out } = options;
  if (out.isTTY || service.isFirstStart) {
    if (service.demo) await keepDemoSecret(config.dataDir, service.demo.clientSecret);
    const signInLink = out.isTTY ? await service.signInLink() : undefined;
    out.write(announcement({ ...options, signInLink }));
  } else
    log.info(
      { origin: service.origin, operations: service.operationsOrigin },
      `Flightline is up at ${service.origin}`,
    );
}

/** Returns the address and, with the demo seat, three lines to copy. */
export function announcement(options: Announced): string {
  const { origin, operationsOrigin = origin, demo } = options.service;
  const { dashboard, graphiql, services, reportingPrefix, dataDir } = options.config;
  const rest = [
    ...(services.has('traffic') ? [`${origin}/traffic`] : []),
    ...(services.has('native') ? [`${origin}/v3/rest`] : []),
    ...(services.has('reporting') ? [`${origin}${reportingPrefix}/extreport`] : []),
  ];
  const urls = [
    `Flightline is up at ${origin}`,
    ...(services.has('graphql')
      ? [`  GraphQL   ${origin}/graphql${graphiql ? '  (open it in a browser to use GraphiQL)' : ''}`]
      : []),
    ...(rest.length > 0 ? [`  REST      ${rest.join('  ')}`] : []),
    `  browser   ${origin}/${dashboard ? 'dashboard' : 'docs'}`,
    `  health    ${operationsOrigin}/readyz  ${operationsOrigin}/metrics`,
  ];
  if (!demo?.clientSecret) return `${urls.join('\n')}\n`;
  const { clientId, clientSecret, userId } = demo;
  const hasDashboard = dashboard && services.has('graphql');
  const link = options.signInLink ?? `${COMMAND} dashboard link --user ${userId}`;
  const how = options.signInLink
    ? 'the link works once, for 15 minutes'
    : 'this command prints a link that signs you in';
  const lines = [
    '',
    ...(hasDashboard ? [`Open the dashboard (${how}):`, '', link, ''] : []),
    `client id: ${clientId}`,
    `client secret: ${clientSecret}`,
    '',
    'Copy these lines to try it: get a token, run a GraphQL query, call REST.',
    '',
    `TOKEN=$(${COMMAND} token --client ${clientId} --secret-file ${quoted(demoSecretFile(dataDir))} --realm dsp --scope dsp-api-access --url ${origin} --json | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `curl -s ${origin}/graphql -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '${JSON.stringify({ query: QUERY })}'`,
    `curl -s '${origin}/traffic/advertisers?limit=3' -H 'X-Auth-Method: OAuth2' -H "X-Auth-Token: $TOKEN"`,
  ];
  return `${[...urls, ...lines].join('\n')}\n`;
}

/** Quotes a path for a shell. */
const quoted = (path: string): string =>
  /^[\w./@+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
