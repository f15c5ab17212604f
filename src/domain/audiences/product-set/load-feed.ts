import type { PoolClient } from 'pg';
import { longQuery } from '../../../platform/database/connection/long-query.ts';
import { inTransaction } from '../../../platform/database/transaction/in-transaction.ts';
import { isId } from '../../../resources/define/rows.ts';
import type { System } from '../../context.ts';
import { NotFoundError, ValidationError, type ValidationIssue } from '../../errors.ts';
import { type FeedRow, readFeed } from './read-feed.ts';

const BATCH_ROWS = 5_000;
const MAX_ISSUES = 100;

export interface Loaded {
  /** The total number of products in the feed. */
  readonly rows: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/**
 * Replaces the advertiser's product feed with the file: completely or, on any invalid row, not at all. The file is
 * streamed, and only differences are written: loading the same file again changes nothing. With `content`, `file` is
 * only a name; with `isDryRun`, nothing is stored. For operators. Throws NotFoundError, and ValidationError with one
 * issue per invalid row; its path is the line (`line 7`; a header is line 1).
 */
export async function loadFeed(options: {
  system: Pick<System, 'pool' | 'now'>;
  advertiserId: number;
  file: string;
  content?: string | undefined;
  isDryRun?: boolean | undefined;
}): Promise<Loaded> {
  const { system, advertiserId, file, content, isDryRun = false } = options;
  const loaded = await inTransaction(system.pool, async (client) => {
    // Loading a million rows takes longer than the limit of a request. Larger batches are cheaper for the index.
    await client.query(`SET LOCAL statement_timeout = 0`);
    await client.query(`SET LOCAL gin_pending_list_limit = '64MB'`);
    await lockFeed(client, advertiserId);
    await stage(client, readFeed(file, content));
    const loaded = await replace(client, { advertiserId, now: system.now() });
    if (isDryRun) throw new DryRun(loaded);
    return loaded;
  }).catch((error: unknown) => {
    if (error instanceof DryRun) return error.loaded;
    throw error;
  });
  if (isDryRun) return loaded;
  if (loaded.added + loaded.changed + loaded.removed > 0) await settle(system.pool);
  return loaded;
}

/** Rolls the transaction back. */
class DryRun extends Error {
  readonly loaded: Loaded;

  constructor(loaded: Loaded) {
    super('Nothing is stored.');
    this.loaded = loaded;
  }
}

/** Only one load of an advertiser runs at a time. */
async function lockFeed(client: PoolClient, advertiserId: number): Promise<void> {
  const known = await client.query('SELECT FROM advertiser WHERE id = $1', [
    isId(advertiserId) ? advertiserId : 0,
  ]);
  if (known.rowCount === 0) throw new NotFoundError('Advertiser');
  await longQuery(client, {
    text: `INSERT INTO product_feed (advertiser_id, version, products, loaded_at) VALUES ($1, 0, 0, now())
           ON CONFLICT DO NOTHING`,
    values: [advertiserId],
  });
  await longQuery(client, {
    text: 'SELECT FROM product_feed WHERE advertiser_id = $1 FOR UPDATE',
    values: [advertiserId],
  });
}

async function stage(client: PoolClient, feed: AsyncIterable<FeedRow>): Promise<void> {
  await client.query('CREATE TEMP TABLE staged (line int, id text, data jsonb) ON COMMIT DROP');
  const issues: ValidationIssue[] = [];
  let batch: Extract<FeedRow, { id: string }>[] = [];
  const store = async () => {
    await client.query(
      'INSERT INTO staged SELECT * FROM unnest($1::int[], $2::text[], $3::text[]::jsonb[])',
      [batch.map((row) => row.line), batch.map((row) => row.id), batch.map((row) => row.data)],
    );
    batch = [];
  };
  for await (const row of feed) {
    if ('problem' in row) issues.push(issueAt(row.line, row.problem));
    else if (issues.length === 0) batch.push(row);
    if (issues.length === MAX_ISSUES) break;
    if (batch.length === BATCH_ROWS) await store();
  }
  if (issues.length > 0) throw new ValidationError(issues);
  await store();
  await longQuery(client, { text: 'ANALYZE staged' });
  await refuseRepeated(client);
}

async function refuseRepeated(client: PoolClient): Promise<void> {
  const { rows } = await longQuery<{ line: number; first: number }>(client, {
    text: `SELECT line, first FROM (SELECT line, min(line) OVER (PARTITION BY id) AS first FROM staged) AS seen
           WHERE line > first ORDER BY line LIMIT ${MAX_ISSUES}`,
  });
  if (rows.length > 0)
    throw new ValidationError(
      rows.map(({ line, first }) => issueAt(line, `repeats the id of line ${first}`)),
    );
}

const issueAt = (line: number, problem: string): ValidationIssue => ({
  path: `line ${line}`,
  message: `line ${line}: ${problem}`,
});

async function replace(
  client: PoolClient,
  { advertiserId, now }: { advertiserId: number; now: Date },
): Promise<Loaded> {
  const { rowCount: removed } = await longQuery(client, {
    text: `DELETE FROM product
           WHERE advertiser_id = $1 AND NOT EXISTS (SELECT FROM staged WHERE staged.id = product.id)`,
    values: [advertiserId],
  });
  const { rows } = await longQuery<Omit<Loaded, 'removed'>>(client, {
    text: `WITH written AS (
       INSERT INTO product (advertiser_id, id, data) SELECT $1, id, data FROM staged
       ON CONFLICT (advertiser_id, id) DO UPDATE SET data = excluded.data WHERE product.data <> excluded.data
       RETURNING xmax = 0 AS added)
     SELECT (SELECT count(*)::int FROM staged) AS rows,
            count(*) FILTER (WHERE added)::int AS added,
            count(*) FILTER (WHERE NOT added)::int AS changed
     FROM written`,
    values: [advertiserId],
  });
  const loaded = { rows: 0, added: 0, changed: 0, ...rows[0], removed: removed ?? 0 };
  const differs = loaded.added + loaded.changed + loaded.removed > 0;
  await client.query(
    `UPDATE product_feed SET version = version + $2, products = $3, loaded_at = $4 WHERE advertiser_id = $1`,
    [advertiserId, differs ? 1 : 0, loaded.rows, now],
  );
  return loaded;
}

/** Flushes the pending list of the index and updates statistics; without that, the next counts would be slow. */
async function settle(client: Pick<PoolClient, 'query'>): Promise<void> {
  await longQuery(client, { text: `SELECT gin_clean_pending_list('product_any_field')` });
  await longQuery(client, { text: 'ANALYZE product' });
}
