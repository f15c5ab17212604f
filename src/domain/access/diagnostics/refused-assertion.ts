import type { System } from '../../context.ts';
import { CLOCK_SKEW_S, MAX_BYTES } from '../identity/assertions/assertion.ts';
import { clocksOf, type Form } from '../identity/assertions/authenticate-client.ts';
import { parseObject } from '../identity/assertions/strict-json.ts';
import type { TokenEndpoint } from '../identity/assertions/token-endpoint.ts';
import { isClientId } from '../identity/client-id.ts';
import { liveSecrets, signedByOneOf } from '../identity/clients/client-secret.ts';
import type { OAuthError } from '../identity/oauth-error.ts';
import { REALMS } from '../identity/realms.ts';
import { wireProfile } from '../identity/wire-profile.ts';
import type { DiagnosticKind } from './kinds.ts';
import { recorderOf } from './record.ts';

const MAX_AUDIENCE = 200;

type Claims = Readonly<Record<string, unknown>>;
type Problem = readonly [DiagnosticKind, string];

/**
 * Records why a request for a token was refused, for the client that signed its assertion. What an assertion says is
 * recorded only if the client signed it, since anyone can write the ID of a client into one.
 */
export function noteRefusedAssertion(options: {
  readonly system: System;
  readonly endpoint: TokenEndpoint;
  readonly form: Form;
  readonly error: OAuthError;
}): void {
  const recorder = recorderOf(options.system);
  recorder.lookUp(async () => {
    const { clientId, problems } = (await problemsOf(options)) ?? { problems: [] };
    if (clientId !== undefined)
      for (const [kind, message] of problems) recorder.note({ clientId, kind, message });
  });
}

async function problemsOf(options: {
  readonly system: System;
  readonly endpoint: TokenEndpoint;
  readonly form: Form;
  readonly error: OAuthError;
}): Promise<{ clientId: string; problems: readonly Problem[] } | undefined> {
  const { system, endpoint, form, error } = options;
  const text = form.get('client_assertion') ?? '';
  if (text.length > MAX_BYTES) return undefined;
  const [header = '', payload = '', signature = ''] = text.split('.');
  const claims = parseObject(Buffer.from(payload, 'base64url'));
  const clientId = endpoint.clientIdOf(String(claims?.sub));
  if (!claims || !isClientId(clientId)) return undefined;
  const client = await system.db.apiClient.findUnique({ where: { id: clientId } });
  if (!client) return undefined;
  const holder = { id: clientId, secrets: liveSecrets(client, system.now()) };
  const signed = { signingInput: `${header}.${payload}`, signature };
  if (!signedByOneOf(system, holder, signed))
    return {
      clientId,
      problems: [['SIGNATURE', 'An assertion was not signed with the secret of this client (HS256).']],
    };

  const realm = endpoint.realmOf(system, form.get('realm'));
  const problems: Problem[] = [];
  if (!realm) problems.push(['ASSERTION', 'The realm of the request is missing or unknown.']);
  if (realm) problems.push(...audienceProblems(claims, endpoint.audiences(system, realm)));
  problems.push(...clockProblems(claims, clocksOf(system)));
  if (endpoint.wire && wireProfile(system.config, client.wire) !== endpoint.wire)
    problems.push([
      'ASSERTION',
      `${endpoint.path} serves clients of the ${endpoint.wire} wire profile. This client has another one.`,
    ]);
  if (realm && error.error === 'invalid_scope')
    problems.push([
      'SCOPE',
      `The scope of the request is missing or unknown. Use ${REALMS[realm].scopes.join(' or ')}.`,
    ]);
  // The reason never contains a secret, a token, or any part of an assertion but its audience.
  if (problems.length === 0) problems.push(['ASSERTION', `A token was refused: ${error.reason}.`]);
  return { clientId, problems };
}

function audienceProblems({ aud }: Claims, audiences: readonly string[]): Problem[] {
  if (typeof aud === 'string' && audiences.includes(aud)) return [];
  return [['AUDIENCE', `The audience is ${shownAudience(aud)}. Use ${audiences.join(' or ')}.`]];
}

/** Shows only what a URL of a token endpoint consists of. */
function shownAudience(aud: unknown): string {
  if (Array.isArray(aud)) return 'a list';
  const url =
    typeof aud === 'string' && aud.length <= MAX_AUDIENCE && URL.canParse(aud) ? new URL(aud) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return 'not a URL';
  const realm = url.searchParams.get('realm');
  return `${url.origin}${url.pathname}${realm === null ? '' : `?realm=${realm}`}`;
}

function clockProblems({ iat, exp }: Claims, clocks: readonly [number, ...number[]]): Problem[] {
  if (typeof iat !== 'number' || typeof exp !== 'number') return [];
  if (clocks.some((clock) => iat <= clock + CLOCK_SKEW_S && exp > clock)) return [];
  const [now] = clocks;
  if (iat > now + CLOCK_SKEW_S)
    return [['CLOCK', `The clock is ${seconds(iat - now)} ahead: iat is in the future.`]];
  if (exp > now) return [];
  return [
    [
      'CLOCK',
      `The clock is ${seconds(now - iat)} behind, or the assertion was made that long before it was sent: it has expired.`,
    ],
  ];
}

const seconds = (duration: number): string => `${Math.round(duration)} s`;
