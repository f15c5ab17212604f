import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { SignJWT } from 'jose';
import { type Config, loadConfig } from '../config.ts';
import { OAuthError } from '../domain/access/identity/oauth-error.ts';
import { issueToken } from '../domain/access/identity/tokens/issue-token.ts';
import { publicUrls } from '../platform/network/public-urls.ts';
import { command } from './support/arguments.ts';
import { clientSecret, type SecretOptions, secretOptions } from './support/client-secret.ts';
import { CommandError, printAnswer } from './support/output.ts';

interface Options extends SecretOptions {
  readonly client: string;
  readonly realm: string;
  readonly scope: string;
  readonly url?: string;
  readonly json?: boolean;
}

const ASSERTION_LIFETIME_S = 600;

/** `token` */
export function register(program: Command): void {
  const token = command(program, 'token', 'Gets an access token from the token endpoint, as a client would.');
  secretOptions(token.requiredOption('--client <id>'))
    .requiredOption('--realm <realm>')
    .requiredOption('--scope <scope>')
    .option('--url <origin>', 'origin of the service (default: the one configured here)')
    .action(async (options: Options) => printAnswer(await requestToken(options), options));
}

async function requestToken(options: Options): Promise<object> {
  const config = loadConfig();
  const secret = await clientSecret(options);
  const origin = (options.url ?? publicUrls(config)[0] ?? '').replace(/\/+$/, '');
  const endpoint = `${origin}/identity/oauth2/access_token`;
  // Uses the clock of the service, which can be shifted in the sandbox.
  const issuedAt = Math.floor(Date.now() / 1000) + config.clockOffsetS;
  const form = await formFor(options, { endpoint, issuedAt, secret });
  const response = await fetch(endpoint, { method: 'POST', body: new URLSearchParams(form) }).catch(() => {
    if (options.url === undefined) return undefined;
    throw new CommandError(
      `No service answers at ${endpoint}. Start it, or specify another origin with --url.`,
    );
  });
  if (!response) return issueWithoutServer(config, form);
  const answer = (await response.json().catch(() => ({}))) as { error?: string; error_description?: string };
  if (response.ok) return answer;
  throw refusal(answer.error ?? 'refused', answer.error_description ?? `HTTP ${response.status}`);
}

async function formFor(
  { client, realm, scope }: Options,
  { endpoint, issuedAt, secret }: { endpoint: string; issuedAt: number; secret: string },
): Promise<Record<string, string>> {
  const assertion = await new SignJWT({ aud: `${endpoint}?realm=${realm}`, iss: client, sub: client })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ASSERTION_LIFETIME_S)
    .setJti(randomUUID())
    .sign(new TextEncoder().encode(secret));
  return {
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
    realm,
    scope,
  };
}

/** Calls the token endpoint within this process. */
async function issueWithoutServer(config: Config, form: Record<string, string>): Promise<object> {
  const { withCommandSystem } = await import('./support/command-system.ts');
  try {
    return await withCommandSystem(config, (system) =>
      issueToken({ system, form: new Map(Object.entries(form)) }),
    );
  } catch (error) {
    throw error instanceof OAuthError ? refusal(error.error, error.message) : error;
  }
}

const refusal = (error: string, description: string) =>
  new CommandError(`${error}: ${description}`, { error, error_description: description });
