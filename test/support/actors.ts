import { randomUUID } from 'node:crypto';
import { authenticate } from '../../src/domain/access/identity/authenticate.ts';
import { createClient as registerClient } from '../../src/domain/access/identity/clients/create-client.ts';
import { REALMS, type Realm } from '../../src/domain/access/identity/realms.ts';
import { signAccessToken } from '../../src/domain/access/identity/tokens/access-token.ts';
import type { WireProfile } from '../../src/domain/access/identity/wire-profile.ts';
import { setUserQuota, USER_QUOTAS, type UserQuotas } from '../../src/domain/access/quota/set.ts';
import { createSeat as openSeat } from '../../src/domain/access/tenancy/create-seat.ts';
import type { DomainContext, Role, System } from '../../src/domain/context.ts';

export interface TestSeat {
  readonly seatId: number;
  readonly accountGroupId: number;
}

export interface TestClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly userId: number;
  readonly seatId: number;
}

/** A seat of a test's own. */
export const createSeat = (
  system: System,
  overrides: { name?: string; legalComplianceCountry?: string } = {},
): Promise<TestSeat> => openSeat({ system, name: `Seat ${randomUUID()}`, ...overrides });

const PLENTY = 1_000_000_000;
const NO_LIMITS: UserQuotas = Object.fromEntries(USER_QUOTAS.map((name) => [name, PLENTY]));

/**
 * A client with a user of its own, by default an admin who may use every realm but `admin`, and whom no
 * quota stops; `quotas: {}` are the documented ones.
 */
export async function createClient(
  system: System,
  options: {
    seatId?: number;
    role?: Role;
    realms?: readonly Realm[];
    pixelIds?: readonly number[];
    quotas?: UserQuotas;
    wire?: WireProfile;
  } = {},
): Promise<TestClient> {
  const {
    role = 'ADMIN',
    realms = ['dsp', 'events', 'aaca'],
    pixelIds = [],
    quotas = NO_LIMITS,
    wire,
  } = options;
  const seatId = options.seatId ?? (await createSeat(system)).seatId;
  const client = await registerClient({ system, seatId, role, realms, pixelIds, wire });
  await setUserQuota({ system, userId: client.userId, quotas });
  return client;
}

/** A valid access token, without the way through the token endpoint. */
export async function tokenFor(
  system: System,
  client: TestClient,
  options: { realm?: Realm; scope?: string } = {},
): Promise<string> {
  const { realm = 'dsp', scope = REALMS[options.realm ?? 'dsp'].scopes.join(' ') } = options;
  const { clientId: id, userId, seatId } = client;
  const grant = { client: { id, userId, seatId }, realm, scope };
  return (await signAccessToken(system, grant)).access_token;
}

/** The context of a call by the client, for tests of domain verbs. */
export async function contextOf(system: System, client: TestClient): Promise<DomainContext> {
  const token = await tokenFor(system, client);
  return authenticate({ system, token, scope: 'dsp-api-access', requestId: randomUUID() });
}
