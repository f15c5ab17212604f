import type { Pool, PoolClient } from 'pg';
import { isOfThisVersion, listSchemas, nameOf, timesOf } from './schemas.ts';

/** A snapshot as it is listed. */
export interface ListedSnapshot {
  readonly name: string;
  /** What the clock showed when it was taken. */
  readonly shows: Date;
  /** In real time. */
  readonly takenAt: Date;
  /** False if it was taken by another version. */
  readonly isRestorable: boolean;
}

/** Returns the snapshots of the sandbox, the newest first. */
export async function listSnapshots(client: Pick<Pool | PoolClient, 'query'>): Promise<ListedSnapshot[]> {
  const found: ListedSnapshot[] = [];
  for (const schema of await listSchemas(client)) {
    const times = await timesOf(client, schema);
    found.push({ name: nameOf(schema), ...times, isRestorable: await isOfThisVersion(client, schema) });
  }
  return found.sort((a, b) => b.takenAt.getTime() - a.takenAt.getTime());
}
