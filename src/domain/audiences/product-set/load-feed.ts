import type { PoolClient, QueryResult, QueryResultRow } from 'pg';
import { longQuery } from '../../../platform/database/connection/long-query.ts';
import { isConflict } from '../../../platform/database/errors.ts';
import { inTransaction } from '../../../platform/database/transaction/in-transaction.ts';
import { isId } from '../../../resources/define/rows.ts';
import type { System } from '../../context.ts';
import { ConflictError, NotFoundError, ValidationError, type ValidationIssue } from '../../errors.ts';
import { type FeedRow, readFeed } from './read-feed.ts';

/** The size of a batch, and of one of a call. A larger batch would block the event loop for longer. */
const BATCH = { rows: 5_000, characters: 16 * 2 ** 20 };
const BATCH_OF_CALL = { rows: 500, characters: 2 ** 18 };
/** How long a call waits while an operator loads the same feed. */
const LOCK_WAIT_MS = 2_000;
/** The class of the locks that calls of a seat share. It is negative so that it differs from the IDs of seats. */
const SEAT_LOCK = -1_719_001;
const MAX_ISSUES = 100;

export interface Loaded {
  /** The total number of products in the feed. */
  readonly rows: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** A feed that a call contains. */
interface SentFeed {
  readonly content: string;
  /** The seat of the caller, which loads one feed at a time. */
  readonly seatId: number;
  /** Whether nothing is stored. */
  readonly isDryRun: boolean;
}

interface Statements {
  /** Runs a statement within the time limit of a call; without a limit if an operator loads the feed. */
  readonly run: <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<QueryResult<Row>>;
  readonly batch: { readonly rows: number; readonly characters: number };
}

/**
 * Replaces the advertiser's product feed with the file: completely or, on any invalid row, not at all. The file is
 * streamed, and only differences are written: loading the same file again changes nothing. For operators; for `sent`,
 * the feed of a call, `file` is only a name. Throws NotFoundError, ConflictError if another call of the seat loads a
 * feed, and ValidationError with one issue per invalid row; its path is the line (`line 7`; a header is line 1).
 */
export async function loadFeed(options: {
  system: Pick<System, 'pool' | 'now'>;
  advertiserId: number;
  file: string;
  sent?: SentFeed | undefined;
}): Promise<Loaded> {
  const { system, advertiserId, file, sent } = options;
  const loaded = await inTransaction(system.pool, async (client) => {
    const statements: Statements = {
      run: (text, values = []) => (sent ? client.query(text, values) : longQuery(client, { text, values })),
      batch: sent ? BATCH_OF_CALL : BATCH,
    };
    if (sent) await lockSeat(client, sent.seatId);
    else {
      // Loading a million rows takes longer than the limit of a request. Larger batches are cheaper for the index.
      await client.query(`SET LOCAL statement_timeout = 0`);
      await client.query(`SET LOCAL gin_pending_list_limit = '64MB'`);
    }
    await lockFeed(statements, advertiserId).catch(unlessLocked);
    await stage(statements, readFeed(file, sent?.content));
    const loaded = await replace(statements, { advertiserId, now: system.now() });
    if (sent?.isDryRun) throw new DryRunRollback(loaded);
    return loaded;
  }).catch((error: unknown) => {
    if (error instanceof DryRunRollback) return error.loaded;
    throw error;
  });
  if (sent?.isDryRun) return loaded;
  if (loaded.added + loaded.changed + loaded.removed > 0) await settle(system.pool, sent !== undefined);
  return loaded;
}

/** Rolls the transaction back. */
class DryRunRollback extends Error {
  readonly loaded: Loaded;

  constructor(loaded: Loaded) {
    super('Nothing is stored.');
    this.loaded = loaded;
  }
}

/** Only one call of a seat loads a feed at a time. */
async function lockSeat(client: PoolClient, seatId: number): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>(
    'SELECT pg_try_advisory_xact_lock($1::int, $2::int) AS free',
    [SEAT_LOCK, seatId],
  );
  if (!rows[0]?.free)
    throw new ConflictError('Another feed of the seat is being loaded. Try again when it is loaded.');
  await client.query(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`);
}

function unlessLocked(error: unknown): never {
  throw isConflict(error)
    ? new ConflictError('The feed is being loaded by an operator. Try again when it is loaded.')
    : error;
}

/** Only one load of an advertiser runs at a time. */
async function lockFeed({ run }: Statements, advertiserId: number): Promise<void> {
  const known = await run('SELECT FROM advertiser WHERE id = $1', [isId(advertiserId) ? advertiserId : 0]);
  if (known.rowCount === 0) throw new NotFoundError('Advertiser');
  await run(
    `INSERT INTO product_feed (advertiser_id, version, products, loaded_at) VALUES ($1, 0, 0, now())
     ON CONFLICT DO NOTHING`,
    [advertiserId],
  );
  await run('SELECT FROM product_feed WHERE advertiser_id = $1 FOR UPDATE', [advertiserId]);
}

async function stage({ run, batch: most }: Statements, feed: AsyncIterable<FeedRow>): Promise<void> {
  await run('CREATE TEMP TABLE staged (line int, id text, data jsonb) ON COMMIT DROP');
  const issues: ValidationIssue[] = [];
  let batch: Extract<FeedRow, { id: string }>[] = [];
  let characters = 0;
  const store = async () => {
    // JSON has no line feeds, so that products need no escapes, as they would in the literal of an array.
    await run(
      `INSERT INTO staged SELECT * FROM unnest($1::int[], $2::text[], string_to_array($3, E'\\n')::jsonb[])`,
      [batch.map((row) => row.line), batch.map((row) => row.id), batch.map((row) => row.data).join('\n')],
    );
    batch = [];
    characters = 0;
  };
  for await (const row of feed) {
    if ('problem' in row) issues.push(issueAt(row.line, row.problem));
    else if (issues.length === 0) {
      batch.push(row);
      characters += row.data.length;
    }
    if (issues.length === MAX_ISSUES) break;
    if (batch.length === most.rows || characters > most.characters) await store();
  }
  if (issues.length > 0) throw new ValidationError(issues);
  await store();
  await run('ANALYZE staged');
  await refuseRepeated(run);
}

async function refuseRepeated(run: Statements['run']): Promise<void> {
  const { rows } = await run<{ line: number; first: number }>(
    `SELECT line, first FROM (SELECT line, min(line) OVER (PARTITION BY id) AS first FROM staged) AS seen
     WHERE line > first ORDER BY line LIMIT ${MAX_ISSUES}`,
  );
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
  { run }: Statements,
  { advertiserId, now }: { advertiserId: number; now: Date },
): Promise<Loaded> {
  const { rowCount: removed } = await run(
    `DELETE FROM product
     WHERE advertiser_id = $1 AND NOT EXISTS (SELECT FROM staged WHERE staged.id = product.id)`,
    [advertiserId],
  );
  const { rows } = await run<Omit<Loaded, 'removed'>>(
    `WITH written AS (
       INSERT INTO product (advertiser_id, id, data) SELECT $1, id, data FROM staged
       ON CONFLICT (advertiser_id, id) DO UPDATE SET data = excluded.data WHERE product.data <> excluded.data
       RETURNING xmax = 0 AS added)
     SELECT (SELECT count(*)::int FROM staged) AS rows,
            count(*) FILTER (WHERE added)::int AS added,
            count(*) FILTER (WHERE NOT added)::int AS changed
     FROM written`,
    [advertiserId],
  );
  const loaded = { rows: 0, added: 0, changed: 0, ...rows[0], removed: removed ?? 0 };
  const differs = loaded.added + loaded.changed + loaded.removed > 0;
  await run(
    `UPDATE product_feed SET version = version + $2, products = $3, loaded_at = $4 WHERE advertiser_id = $1`,
    [advertiserId, differs ? 1 : 0, loaded.rows, now],
  );
  return loaded;
}

/**
 * Flushes the pending list of the index, without which the next counts would be slow. The statistics of the table are
 * updated after the load of an operator; after a call, which changes less, autovacuum does it.
 */
async function settle(client: Pick<PoolClient, 'query'>, isCall: boolean): Promise<void> {
  const flush = `SELECT gin_clean_pending_list('product_any_field')`;
  if (isCall) await client.query(flush);
  else {
    await longQuery(client, { text: flush });
    await longQuery(client, { text: 'ANALYZE product' });
  }
}
