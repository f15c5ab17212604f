import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { System } from '../../../domain/context.ts';
import { ConflictError } from '../../../domain/errors.ts';
import { readInstallation } from '../../../platform/database/migration/installation.ts';
import { inTransaction } from '../../../platform/database/transaction/in-transaction.ts';
import { withLease } from '../../../platform/database/transaction/lease.ts';
import { currentKey, deriveKey, seal, setKeyRing, unseal } from '../../../platform/keys/crypto.ts';
import { sealCanary } from '../check-master-key.ts';
import { listProcesses } from '../processes.ts';
import { resealAll } from './reseal.ts';
import { keySealing, loadKeyRing, type Rotation, readRotation } from './ring.ts';

const LEASE = { name: 'master key rotation', lifeS: 10, waits: true };
/** Processes check every second. One that does not respond is frozen, and follows when it continues. */
const FOLLOW_MS = 15_000;
const POLL_INTERVAL_MS = 200;

const HOURS_48_S = 172_800;
/**
 * What the old key can still decrypt afterwards, with a derived key per purpose: values that left the
 * database, or that live for hours.
 */
const OUTLIVES = [
  { purpose: 'click', lifeS: 90 * 86_400 },
  ...['report-link', 'report-cursor', 'kept-answer', 'issued-token'].map((purpose) => ({
    purpose,
    lifeS: HOURS_48_S,
  })),
];

interface Rotated {
  /** The number of values that were encrypted again. */
  readonly resealed: number;
  /** The number of running processes, which now use the new key. */
  readonly processes: number;
}

/**
 * Replaces the master key while processes run. First all of them learn to decrypt with both keys, then they
 * encrypt with the new one, then all stored values are encrypted again. If it is interrupted, both keys
 * remain valid, and the next call continues. Throws ConflictError if another rotation is in progress.
 */
export async function rotateMasterKey(options: {
  readonly system: System;
  /** To continue a rotation: the same key, or undefined. */
  readonly next: Buffer | undefined;
  /** The old key may be known to others: nothing that it encrypted or signed is accepted afterwards. */
  readonly compromised?: boolean;
}): Promise<Rotated> {
  const { system, compromised = false } = options;
  const { pool, masterKey } = system;
  const rotated = await withLease(pool, LEASE, async () => {
    const rotation = await begin(system, options.next);
    await followed(system, 1);
    await pool.query('UPDATE master_key_rotation SET phase = 2');
    await loadKeyRing({ pool, masterKey });
    const processes = await followed(system, 2);
    let resealed = 0;
    for (let more = -1; more !== 0; resealed += more) more = await resealAll(pool, rotation);
    await finish(system, rotation, compromised);
    setKeyRing(masterKey, { current: rotation.next, others: [], retired: new Map() });
    return { resealed, processes };
  });
  if (!rotated) throw new ConflictError('The master key is being rotated by another command.');
  return rotated;
}

async function begin(system: System, next: Buffer | undefined): Promise<Rotation> {
  const { pool } = system;
  const masterKey = Buffer.from(currentKey(system.masterKey));
  const known = await readRotation({ pool, masterKey });
  if (known && next && !known.next.equals(next))
    throw new ConflictError('A rotation to another key was begun. Go on with that key, or without a key.');
  if (known) return known;
  if (!next) throw new ConflictError('A new key is needed.');
  if (next.equals(masterKey)) throw new ConflictError('The new key is the present one.');
  const { id } = await readInstallation(pool);
  await pool.query('INSERT INTO master_key_rotation (next_key, previous_key) VALUES ($1, $2)', [
    sealKey(next, masterKey, id),
    sealKey(masterKey, next, id),
  ]);
  await loadKeyRing(system);
  return { phase: 1, next, previous: masterKey };
}

/**
 * Waits until every running process has reached the phase.
 * @returns the number of processes
 */
async function followed(system: System, phase: number): Promise<number> {
  for (const deadline = performance.now() + FOLLOW_MS; ; await sleep(POLL_INTERVAL_MS)) {
    const { processes } = await listProcesses({ system });
    const late = processes.filter(({ keyPhase }) => keyPhase < phase);
    if (late.length === 0 || performance.now() > deadline) return processes.length;
  }
}

/** Makes the new key the key of the database, in one transaction. */
async function finish(system: System, { next, previous }: Rotation, compromised: boolean): Promise<void> {
  const { id } = await readInstallation(system.pool);
  await inTransaction(system.pool, async (client) => {
    await client.query('UPDATE installation SET canary = $1', [sealCanary(Buffer.from(next), id)]);
    if (compromised) {
      await client.query('DELETE FROM retired_key');
      await client.query('UPDATE idempotency_record SET body = NULL, sealed = false WHERE sealed');
      await client.query('UPDATE spent_assertion SET token = NULL WHERE token IS NOT NULL');
    } else {
      await resealRetired(client, { next, previous }, id);
      for (const { purpose, lifeS } of OUTLIVES)
        await client.query(
          'INSERT INTO retired_key (id, purpose, key, until) VALUES ($1, $2, $3, now() + make_interval(secs => $4))',
          [randomUUID(), purpose, sealKey(deriveKey(previous, purpose), next, id), lifeS],
        );
    }
    await client.query('DELETE FROM retired_key WHERE until <= now()');
    await client.query('DELETE FROM master_key_rotation');
    await client.query(
      `INSERT INTO operation_state (key_rotated_at) VALUES (now())
       ON CONFLICT (number) DO UPDATE SET key_rotated_at = excluded.key_rotated_at`,
    );
  });
}

const sealKey = (key: Buffer, masterKey: Buffer, installationId: string) =>
  seal(key.toString('base64'), keySealing(Buffer.from(masterKey), installationId));

/** Encrypts the retired keys of earlier rotations with the new key. */
async function resealRetired(
  client: PoolClient,
  { previous, next }: Pick<Rotation, 'previous' | 'next'>,
  id: string,
) {
  const { rows } = await client.query<{ id: string; key: Buffer }>('SELECT id, key FROM retired_key');
  for (const row of rows) {
    const plain = unseal(row.key, keySealing(Buffer.from(previous), id));
    const sealedAgain = seal(plain, keySealing(Buffer.from(next), id));
    await client.query('UPDATE retired_key SET key = $2 WHERE id = $1', [row.id, sealedAgain]);
  }
}
