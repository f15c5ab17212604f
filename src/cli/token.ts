import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { SignJWT } from 'jose';
import { loadConfig } from '../config.ts';
import { publicUrls } from '../public-urls.ts';
import { command } from './arguments.ts';
import { printAnswer, Refusal } from './output.ts';

interface Options {
  readonly client: string;
  readonly secret: string;
  readonly realm: string;
  readonly scope: string;
  readonly url?: string;
  readonly json?: boolean;
}

const ASSERTION_LIFETIME_S = 600;

/** `token` */
export function register(program: Command): void {
  command(program, 'token', 'Gets an access token from the token endpoint of a running Flightline.')
    .requiredOption('--client <id>')
    .requiredOption('--secret <secret>')
    .requiredOption('--realm <realm>')
    .requiredOption('--scope <scope>')
    .option('--url <origin>', 'where it runs (default: FLIGHTLINE_PUBLIC_URL)')
    .action(async (options: Options) => printAnswer(await requestToken(options), options));
}

async function requestToken({ client, secret, realm, scope, url }: Options): Promise<object> {
  const origin = (url ?? publicUrls(loadConfig())[0] ?? '').replace(/\/+$/, '');
  const endpoint = `${origin}/identity/oauth2/access_token`;
  const assertion = await new SignJWT({ aud: `${endpoint}?realm=${realm}`, iss: client, sub: client })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime(`${ASSERTION_LIFETIME_S}s`)
    .setJti(randomUUID())
    .sign(new TextEncoder().encode(secret));
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
    realm,
    scope,
  });
  const response = await fetch(endpoint, { method: 'POST', body }).catch(() => {
    throw new Refusal(`Nothing answers at ${endpoint}. Is the server running?`);
  });
  const answer = (await response.json().catch(() => ({}))) as { error?: string; error_description?: string };
  if (response.ok) return answer;
  const reason = answer.error_description ?? `HTTP ${response.status}`;
  throw new Refusal(`${answer.error ?? 'refused'}: ${reason}`, answer);
}
