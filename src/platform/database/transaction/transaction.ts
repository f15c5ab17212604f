import type pg from 'pg';
import { preparedNameWithin, queryPrepared } from '../connection/prepared-statements.ts';
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import { boundedTransaction } from './bounded-transaction.ts';
import { join } from './transaction-adapter.ts';

/** What verbs use to read and write: the client, or a transaction. */
export type Db = Prisma.TransactionClient;

/** The longest run of a statement and of a transaction, and the longest that a transaction can be idle. */
export const RUN_MS = 30_000;

interface Open {
  /** Gone once the transaction has ended. */
  connection: pg.ClientBase | undefined;
  readonly afterwards: (() => void)[];
}

const pools = new WeakMap<Db, pg.Pool>();
const transactions = new WeakMap<Db, Open>();

/** Raw SQL and transactions of the client use this pool. */
export const usePool = (prisma: PrismaClient, pool: pg.Pool): void => void pools.set(prisma, pool);

/**
 * Runs `work` in one transaction: all of it is stored, or nothing is. Called with a transaction, it joins that one.
 * Raw SQL takes part through `sql`, values bound, and Prisma through `db`.
 */
export async function transaction<T>(
  db: Db,
  work: (db: Db) => Promise<T>,
  { timeoutMs = RUN_MS }: { timeoutMs?: number } = {},
): Promise<T> {
  if (transactions.has(db)) return await work(db);
  const pool = pools.get(db);
  if (!pool) throw new Error('A transaction needs a client that openDatabase made.');
  const afterwards: (() => void)[] = [];
  const result = await boundedTransaction({
    pool,
    timeoutMs,
    work: async (connection) => {
      const joined = join({ prisma: db as PrismaClient, connection, timeoutMs });
      const open: Open = { connection, afterwards };
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

/** Calls `action` once the transaction is committed, or at once outside of one; never after a rollback. */
export function afterCommit(db: Db, action: () => void): void {
  const open = transactions.get(db);
  if (open) open.afterwards.push(action);
  else action();
}

/**
 * A statement, as a template whose values are bound: in the transaction, if `db` is one, but past Prisma, which
 * makes JSON of every value and reads it back. Answers come as `pg` reads them: a bigint is text. In a transaction, a
 * text that comes again is prepared: planning costs as much as running it.
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

/** A statement with its values, in the transaction, if `db` is one; a text that comes again is prepared. */
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
