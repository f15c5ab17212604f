import { createHash } from 'node:crypto';
import type { System } from '../../context.ts';
import { readVmcid } from '../click/vmcid.ts';
import type { EventPixel } from './pixel-access.ts';

/** The kinds of keys that identify a user, by the names of their counters. `operator_id` is the cookie-sync ID. */
export const IDENTITY_KINDS = ['email', 'idfa', 'gpsaid', 'operator_id', 'vmcid'] as const;
export type IdentityKind = (typeof IDENTITY_KINDS)[number];

const TIMEOUT_MS = 5_000;

interface Sample {
  readonly pixel: Pick<EventPixel, 'seatId' | 'advertiserId'>;
  readonly kind: IdentityKind;
  readonly keys: readonly string[];
}

interface Known {
  /** The number of keys that were looked up. */
  readonly checked: number;
  readonly matched: number;
}

/**
 * Returns how many keys of each sample are known: in an audience of the advertiser, or as the ID of a click on its ads.
 */
export async function knownKeys(
  system: Pick<System, 'pool' | 'masterKey'>,
  samples: readonly Sample[],
): Promise<Known[]> {
  const hashes = samples.flatMap(({ pixel, kind, keys }, sample) =>
    keys.flatMap((key, n) =>
      hashesOf(kind, key).map((hash) => ({ sample, n, advertiserId: pixel.advertiserId, kind, hash })),
    ),
  );
  const found = new Map<number, number>();
  if (hashes.length > 0) {
    const statement = {
      text: `SELECT sample, count(DISTINCT n)::int AS known
       FROM unnest($1::int[], $2::int[], $3::int[], $4::text[], $5::text[]) AS k (sample, n, advertiser_id, kind, hash)
       WHERE EXISTS (SELECT FROM audience a JOIN audience_member m ON m.audience_id = a.id
         WHERE a.advertiser_id = k.advertiser_id AND a.kind = k.kind AND m.hash = decode(k.hash, 'hex'))
       GROUP BY sample`,
      values: [
        ...[hashes.map(({ sample }) => sample), hashes.map(({ n }) => n)],
        ...[hashes.map(({ advertiserId }) => advertiserId), hashes.map(({ kind }) => AUDIENCE_KINDS[kind])],
        hashes.map(({ hash }) => hash),
      ],
      query_timeout: TIMEOUT_MS,
    };
    const { rows } = await system.pool.query<{ sample: number; known: number }>(statement);
    for (const { sample, known } of rows) found.set(sample, known);
  }
  return samples.map((sample, index) => {
    const { kind, keys } = sample;
    if (kind === 'vmcid') return { checked: keys.length, matched: knownClicks(system, sample) };
    return { checked: AUDIENCE_KINDS[kind] ? keys.length : 0, matched: found.get(index) ?? 0 };
  });
}

/** The kinds of audiences whose members are compared. No audience holds cookie-sync IDs. */
const AUDIENCE_KINDS: Readonly<Record<IdentityKind, string | undefined>> = {
  email: 'email_address',
  idfa: 'device_id',
  gpsaid: 'device_id',
  operator_id: undefined,
  vmcid: undefined,
};

/** Emails arrive hashed. Partners hash IDs of devices in lower or in upper case. */
function hashesOf(kind: IdentityKind, key: string): string[] {
  if (AUDIENCE_KINDS[kind] === undefined) return [];
  if (kind === 'email') return [key.toLowerCase()];
  return [key.toLowerCase(), key.toUpperCase()].map((id) => createHash('sha256').update(id).digest('hex'));
}

const knownClicks = (system: Pick<System, 'masterKey'>, { pixel, keys }: Sample): number =>
  keys.filter((key) => {
    const click = readVmcid(system, key);
    return click?.seatId === pixel.seatId && click.advertiserId === pixel.advertiserId;
  }).length;
