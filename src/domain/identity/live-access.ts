import DataLoader from 'dataloader';
import type { Role, SeatTraits, System } from '../context.ts';
import type { AccessTokenClaims } from './access-token.ts';

/** A seat that the user belongs to. */
interface Membership extends SeatTraits {
  readonly seatId: number;
  readonly role: Role;
}

/** What a token's client may do currently. */
interface LiveAccess {
  readonly userId: number;
  /** The client's own seat, which the user is a member of. */
  readonly seatId: number;
  readonly realms: readonly string[];
  /** By seat id. */
  readonly memberships: ReadonlyMap<number, Membership>;
}

type Asked = Pick<AccessTokenClaims, 'jti' | 'client_id'>;

const loaders = new WeakMap<System['pool'], DataLoader<Asked, LiveAccess | undefined>>();

/**
 * Checks in the database whether the token and its client are still valid, so that a revocation by any
 * process takes effect immediately. One indexed statement for all requests that arrive together; nothing is
 * cached.
 */
export async function liveAccess(system: System, claims: AccessTokenClaims): Promise<LiveAccess | undefined> {
  const { pool } = system;
  let loader = loaders.get(pool);
  if (!loader) {
    loader = new DataLoader((asked) => load(pool, asked), {
      cache: false,
      maxBatchSize: 500,
      batchScheduleFn: (run) => setImmediate(run),
    });
    loaders.set(pool, loader);
  }
  const access = await loader.load(claims);
  const stands = access?.realms.includes(claims.realm) && access.memberships.has(access.seatId);
  return stands ? access : undefined;
}

interface Row {
  readonly jti: string;
  readonly user_id: number;
  readonly seat_id: number;
  readonly realms: readonly string[];
  readonly memberships: readonly Membership[];
}

const STATEMENT = `
  SELECT asked.jti, client.user_id, client.seat_id, client.realms, json_agg(
           json_build_object(
             'seatId', seat.id, 'role', member.role,
             'legalComplianceCountry', seat.legal_compliance_country, 'readOnly', seat.read_only
           ) ORDER BY seat.id
         ) AS memberships
  FROM unnest($1::text[], $2::text[]) AS asked (jti, client_id)
  JOIN api_client client ON client.id = asked.client_id AND client.revoked_at IS NULL
  JOIN seat_member member ON member.user_id = client.user_id
  JOIN seat ON seat.id = member.seat_id
  WHERE NOT EXISTS (SELECT FROM revoked_token WHERE revoked_token.jti = asked.jti)
  GROUP BY asked.jti, client.id`;

async function load(pool: System['pool'], asked: readonly Asked[]): Promise<(LiveAccess | undefined)[]> {
  const { rows } = await pool.query<Row>({
    name: 'live-access',
    text: STATEMENT,
    values: [asked.map(({ jti }) => jti), asked.map(({ client_id }) => client_id)],
  });
  const found = new Map(rows.map((row) => [row.jti, accessOf(row)]));
  return asked.map(({ jti }) => found.get(jti));
}

const accessOf = (row: Row): LiveAccess => ({
  userId: row.user_id,
  seatId: row.seat_id,
  realms: row.realms,
  memberships: new Map(row.memberships.map((membership) => [membership.seatId, membership])),
});
