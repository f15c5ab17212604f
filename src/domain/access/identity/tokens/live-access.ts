import DataLoader from 'dataloader';
import type { System } from '../../../context.ts';
import type { AccessTokenClaims } from './access-token.ts';
import { type LiveAccess, type Membership, rememberedAccess } from './remembered-access.ts';

type TokenKey = Pick<AccessTokenClaims, 'jti' | 'client_id'>;

const loaders = new WeakMap<System['pool'], DataLoader<TokenKey, LiveAccess | undefined>>();

/**
 * Returns what the token's client may do, or undefined if the token or the client was revoked. Cached for as long as
 * this process receives the announcements of changes; otherwise read by one indexed statement for all concurrent
 * requests. A revocation by this process takes effect immediately, one by another process as soon as it is announced.
 */
export async function liveAccess(system: System, claims: AccessTokenClaims): Promise<LiveAccess | undefined> {
  const remembered = rememberedAccess(system);
  const known = remembered.get(claims.jti);
  const { changes } = remembered;
  const access = known ?? (await loaderOf(system.pool).load(claims));
  if (!access?.realms.includes(claims.realm) || !access.memberships.has(access.seatId)) return undefined;
  if (!known) remembered.set(claims.jti, access, changes);
  return access;
}

function loaderOf(pool: System['pool']): DataLoader<TokenKey, LiveAccess | undefined> {
  const known = loaders.get(pool);
  if (known) return known;
  const loader = new DataLoader<TokenKey, LiveAccess | undefined>((requested) => load(pool, requested), {
    cache: false,
    maxBatchSize: 500,
    batchScheduleFn: (run) => setImmediate(run),
  });
  loaders.set(pool, loader);
  return loader;
}

interface Row {
  readonly jti: string;
  readonly client_id: string;
  readonly user_id: number;
  readonly seat_id: number;
  readonly realms: readonly string[];
  readonly wire: string | null;
  readonly memberships: readonly Membership[];
}

const STATEMENT = `
  SELECT requested.jti, client.id AS client_id, client.user_id, client.seat_id, client.realms, client.wire, json_agg(
           json_build_object(
             'seatId', seat.id, 'role', member.role,
             'legalComplianceCountry', seat.legal_compliance_country, 'readOnly', seat.read_only
           ) ORDER BY seat.id
         ) AS memberships
  FROM unnest($1::text[], $2::text[]) AS requested (jti, client_id)
  JOIN api_client client ON client.id = requested.client_id AND client.revoked_at IS NULL AND client.suspended_at IS NULL
  JOIN seat_member member ON member.user_id = client.user_id AND (member.seat_id = client.seat_id OR NOT client.seat_only)
  JOIN seat ON seat.id = member.seat_id
  WHERE NOT EXISTS (SELECT FROM revoked_token WHERE revoked_token.jti = requested.jti)
  GROUP BY requested.jti, client.id`;

async function load(
  pool: System['pool'],
  requested: readonly TokenKey[],
): Promise<(LiveAccess | undefined)[]> {
  const { rows } = await pool.query<Row>({
    name: 'live-access',
    text: STATEMENT,
    values: [requested.map(({ jti }) => jti), requested.map(({ client_id }) => client_id)],
  });
  const found = new Map(rows.map((row) => [row.jti, accessOf(row)]));
  return requested.map(({ jti }) => found.get(jti));
}

const accessOf = (row: Row): LiveAccess => ({
  clientId: row.client_id,
  userId: row.user_id,
  seatId: row.seat_id,
  realms: row.realms,
  wire: row.wire,
  memberships: new Map(row.memberships.map((membership) => [membership.seatId, membership])),
});
