import type pg from 'pg';
import { preparedNameWithin, queryPrepared } from '../connection/prepared-statements.ts';
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import { boundedTransaction } from './bounded-transaction.ts';
import type { Settings } from './commit.ts';
import { join } from './transaction-adapter.ts';

/** The database as verbs use it: the client, or a transaction. */
export type Db = Prisma.TransactionClient;

/** The maximum duration of a statement and of a transaction, and of the idle time within a transaction. */
export const RUN_MS = 30_000;

interface Open {
  /** Undefined once the transaction has ended. */
  connection: pg.ClientBase | undefined;
  readonly afterwards: (() => void)[];
  readonly settings: Map<string, string>;
}

const pools = new WeakMap<Db, pg.Pool>();
const transactions = new WeakMap<Db, Open>();

/** Sets the pool for raw SQL and transactions of the client. */
export const usePool = (prisma: PrismaClient, pool: pg.Pool): void => void pools.set(prisma, pool);

/**
 * Runs `work` in one transaction: all of it is stored, or nothing. If `db` is a transaction already, joins
 * it. Use `sql` for raw SQL with bound values, and `db` for Prisma. `settings` of PostgreSQL hold until the
 * transaction ends; they cost a statement only if it has begun without them.
 */
export async function transaction<T>(
  db: Db,
  work: (db: Db) => Promise<T>,
  { timeoutMs = RUN_MS, settings = {} }: { timeoutMs?: number; settings?: Settings } = {},
): Promise<T> {
  const joinedTransaction = transactions.get(db);
  if (joinedTransaction) {
    await set(joinedTransaction, settings);
    return await work(db);
  }
  const pool = pools.get(db);
  if (!pool) throw new Error('A transaction needs a client that openDatabase made.');
  const afterwards: (() => void)[] = [];
  const result = await boundedTransaction({
    ...{ pool, timeoutMs, settings },
    work: async (connection) => {
      const joined = join({ prisma: db as PrismaClient, connection, timeoutMs });
      const open: Open = { connection, afterwards, settings: new Map(Object.entries(settings)) };
      transactions.set(joined.db, open);
      try {
        return await work(joined.db);
      } finally {
        open.connection = undefined;
        joined.leave();
      }
    },
  });
  for (const action of afterwards) action();
  return result;
}

async function set(open: Open, settings: Settings): Promise<void> {
  for (const [name, value] of Object.entries(settings)) {
    if (open.settings.get(name) === value) continue;
    await queryWithin(open, { text: 'SELECT set_config($1, $2, true)', values: [name, value] });
    open.settings.set(name, value);
  }
}

/**
 * Calls `action` when the transaction commits, or immediately outside a transaction. Not called after a
 * rollback.
 */
export function afterCommit(db: Db, action: () => void): void {
  const open = transactions.get(db);
  if (open) open.afterwards.push(action);
  else action();
}

/**
 * Runs a template whose values are bound, in the transaction if `db` is one. It bypasses Prisma, which
 * converts each value to JSON and back. Rows are returned as `pg` reads them: a bigint is a string. In a
 * transaction, a recurring text is prepared, because planning costs as much as running it.
 */
export function sql<Row extends object>(db: Db) {
  return async (text: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> => {
    const statement = Prisma.sql(text, ...values);
    const open = transactions.get(db);
    if (open) return await queryWithin<Row>(open, statement);
    const { rows } = await poolOf(db).query<Row>({ text: statement.text, values: statement.values });
    return rows;
  };
}

/** Runs a statement with bound values, in the transaction if `db` is one. A recurring text is prepared. */
export async function query<Row extends object>(
  db: Db,
  statement: { readonly text: string; readonly values: unknown[] },
): Promise<Row[]> {
  const open = transactions.get(db);
  if (open) return await queryWithin<Row>(open, statement);
  return (await queryPrepared<Row>(poolOf(db), statement)).rows;
}

async function queryWithin<Row extends object>(
  { connection }: Open,
  { text, values }: { readonly text: string; readonly values: unknown[] },
): Promise<Row[]> {
  if (!connection) throw new Error('The transaction has ended.');
  const name = preparedNameWithin(connection, text);
  const { rows } = await connection.query<Row>({ name, text, values });
  return rows;
}

function poolOf(db: Db): pg.Pool {
  const pool = pools.get(db);
  if (!pool) throw new Error('The client was not made by openDatabase.');
  return pool;
}

export const isTransaction = (db: Db): boolean => transactions.has(db);
