import type { System } from '../../../context.ts';
import { isClientId } from '../client-id.ts';
import { liveSecrets, signedByOneOf } from '../clients/client-secret.ts';
import { authenticationFailed, invalidAssertion } from '../oauth-error.ts';
import { isRealm, type Realm } from '../realms.ts';
import { type WireProfile, wireProfile } from '../wire-profile.ts';
import { type Assertion, readAssertion } from './assertion.ts';
import { spendAssertion } from './spend-assertion.ts';
import { TOKEN_ENDPOINT, type TokenEndpoint } from './token-endpoint.ts';

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** The form fields of a request, each of which was sent once. */
export type Form = ReadonlyMap<string, string>;

export interface AuthenticatedClient {
  readonly id: string;
  readonly userId: number;
  readonly seatId: number;
  readonly realm: Realm;
  readonly wire: WireProfile;
}

/**
 * Authenticates a client by the assertion in the form and marks the assertion as used. Throws OAuthError
 * `invalid_client`.
 */
export async function authenticateClient(system: System, form: Form): Promise<AuthenticatedClient> {
  const { client, assertion } = await verifyAssertion(system, form);
  await spendOnce(system, client, assertion);
  return client;
}

/** Throws OAuthError `invalid_client` if the assertion was used before. */
export async function spendOnce(
  system: System,
  { id, realm }: AuthenticatedClient,
  assertion: Assertion,
): Promise<void> {
  if (!(await spendAssertion(system, assertion, { singleUseJti: realm === 'events' })))
    throw invalidAssertion(`client ${id} used an assertion or jti again`);
}

/**
 * Returns the client that signed the assertion in the form, without marking the assertion as used. Throws OAuthError
 * `invalid_client`.
 */
export async function verifyAssertion(
  system: System,
  form: Form,
  endpoint: TokenEndpoint = TOKEN_ENDPOINT,
): Promise<{ client: AuthenticatedClient; assertion: Assertion }> {
  if (form.get('client_assertion_type') !== ASSERTION_TYPE)
    throw authenticationFailed('missing or wrong client_assertion_type');
  const realm = endpoint.realmOf(system, form.get('realm'));
  if (!realm) throw authenticationFailed('missing or unknown realm');
  const read = readAssertion({
    text: form.get('client_assertion') ?? '',
    audiences: endpoint.audiences(system, realm),
    requiresUuid: realm === 'events',
    clocks: clocksOf(system),
  });

  const assertion = { ...read, clientId: endpoint.clientIdOf(read.clientId) };
  const client = await signer(system, assertion, endpoint);
  if (!client.realms.includes(realm)) throw authenticationFailed(`client ${client.id} lacks realm ${realm}`);
  const { id, userId, seatId } = client;
  return { client: { id, userId, seatId, realm, wire: wireProfile(system.config, client.wire) }, assertion };
}

/** In a sandbox, partners' clients sign with the real time, not with the sandbox's clock, so both are accepted. */
export function clocksOf({ now, sandbox, config }: System): [number, ...number[]] {
  const real = Date.now() / 1000 + config.clockOffsetS;
  return sandbox ? [now().getTime() / 1000, real] : [now().getTime() / 1000];
}

async function signer(system: System, assertion: Assertion, { wire }: TokenEndpoint) {
  const { clientId } = assertion;
  // A malformed client ID is looked up too, so that the response takes the same time.
  const row = await system.db.apiClient.findUnique({
    where: { id: isClientId(clientId) ? clientId : '?' },
  });
  const isServed = wire === undefined || (row && wireProfile(system.config, row.wire) === wire);
  const known = row && !row.revokedAt && !row.suspendedAt && isServed ? row : undefined;
  const holder = known && { id: known.id, secrets: liveSecrets(known, system.now()) };
  const signed = signedByOneOf(system, holder, assertion);
  if (!row) throw invalidAssertion('unknown client');
  if (row.revokedAt || row.suspendedAt)
    throw invalidAssertion(`client ${row.id} is ${row.revokedAt ? 'revoked' : 'suspended'}`);
  if (!known) throw invalidAssertion(`client ${row.id} does not have the ${wire} wire profile`);
  if (!signed) throw invalidAssertion(`wrong signature for client ${known.id}`);
  return { ...known, realms: known.realms.filter(isRealm) };
}
