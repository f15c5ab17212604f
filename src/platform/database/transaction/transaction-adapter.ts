import { AsyncLocalStorage } from 'node:async_hooks';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';

type Db = Prisma.TransactionClient;

/** The connection with the open transaction that Prisma will join. */
const opened = new AsyncLocalStorage<OneConnection>();

/** Prisma's driver adapter, which can also join a transaction that other code began and will end. */
export class TransactionAdapter extends PrismaPg {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super(pool);
    this.#pool = pool;
  }

  override async connect() {
    // Prisma qualifies table names with a schema, which it would assume to be `public`.
    const { rows } = await this.#pool.query<{ name: string }>('SELECT current_schema() AS name');
    const schemaName = rows[0]?.name ?? 'public';
    const adapter = await super.connect();
    const info = adapter.getConnectionInfo.bind(adapter);
    adapter.getConnectionInfo = () => ({ ...info(), schemaName });
    const begin = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (isolationLevel) => {
      const connection = opened.getStore();
      if (!connection) return await begin(isolationLevel);
      const joined = await new PrismaPg(connection).connect();
      const leave = async () => undefined;
      return Object.assign(joined, { options: { usePhantomQuery: true }, commit: leave, rollback: leave });
    };
    return adapter;
  }
}

/** Looks like a pool to Prisma, but sends all statements to one connection. */
class OneConnection extends pg.Pool {
  constructor(connection: pg.ClientBase) {
    super({ max: 1 });
    this.query = connection.query.bind(connection);
  }

  /** Rejects further statements, because the connection now belongs to other code. */
  leave(): void {
    this.query = () => Promise.reject(new Error('The transaction has ended.'));
  }
}

/** A Prisma client that has joined a transaction on a connection. */
export interface Joined {
  readonly db: Db;
  /** Detaches Prisma from the transaction. The code that began the transaction ends it. */
  leave(): void;
}

/**
 * Returns a client that joins with its first Prisma call: beginning and ending a transaction in Prisma
 * costs more than most statements, and many writes use only SQL.
 */
export function join(options: {
  prisma: PrismaClient;
  connection: pg.ClientBase;
  timeoutMs: number;
}): Joined {
  const { prisma, connection, timeoutMs: timeout } = options;
  let own: OneConnection | undefined;
  let client: Promise<Db> | undefined;
  let finish = () => undefined as unknown;
  const begun = (): Promise<Db> => {
    client ??= new Promise((resolve, reject) => {
      const holdOpen = (inner: Db) => {
        resolve(inner);
        return new Promise((done) => {
          finish = () => done(undefined);
        });
      };
      own = new OneConnection(connection);
      opened.run(own, () => prisma.$transaction(holdOpen, { timeout })).catch(reject);
    });
    return client;
  };
  return {
    db: later(begun) as Db,
    leave: () => {
      own?.leave();
      client?.then(
        () => finish(),
        () => undefined,
      );
    },
  };
}

type Callable = Record<string, (...given: unknown[]) => unknown>;

/** A client that is created when it is first called: `db.line.count()`, `db.$queryRaw`…``. */
const later = (begun: () => Promise<unknown>): object =>
  new Proxy(
    {},
    {
      get: (_, name: string) =>
        name.startsWith('$')
          ? calling(begun, name)
          : new Proxy(
              {},
              {
                get: (_model, verb: string) =>
                  calling(async () => ((await begun()) as Record<string, unknown>)[name], verb),
              },
            ),
    },
  );

const calling =
  (target: () => Promise<unknown>, name: string) =>
  async (...given: unknown[]) =>
    await ((await target()) as Callable)[name]?.(...given);
