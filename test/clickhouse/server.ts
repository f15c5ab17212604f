import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

interface ChDb {
  Session: new (
    folder: string,
  ) => {
    queryAsync(sql: string, options: { format: string }): Promise<{ bytes(): Uint8Array }>;
    close(): void;
  };
}

/** Settings of ClickHouse's HTTP interface; the engine has none of that name. */
const OF_HTTP = new Set([
  'query',
  'database',
  'query_id',
  'session_id',
  'wait_end_of_query',
  'cancel_http_readonly_queries_on_client_close',
  'application',
  'role',
  'default_format',
]);
/** Of one statement; the engine would keep them for those that follow. */
const DEFAULTS = { join_use_nulls: '0' };

/** ClickHouse's HTTP interface over chDB, which is ClickHouse within this process: one statement at a time. */
export async function startClickHouse() {
  const folder = await mkdtemp(join(tmpdir(), 'clickhouse-'));
  const { Session } = createRequire(import.meta.url)('chdb') as ChDb;
  const session = new Session(join(folder, 'data'));
  let turn: Promise<unknown> = Promise.resolve();
  const serially = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };
  const ask = async (sql: string, format = 'TabSeparated') =>
    (await session.queryAsync(sql, { format })).bytes();
  const quoted = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

  async function answer(request: IncomingMessage): Promise<Uint8Array> {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const database = searchParams.get('database') ?? 'default';
    const settings: Record<string, string> = { ...DEFAULTS };
    for (const [name, value] of searchParams) if (!OF_HTTP.has(name)) settings[name] = value;
    const given = searchParams.get('query');
    const file = join(folder, `${randomUUID()}.parquet`);
    let sql = given ?? '';
    if (given === null) sql = await text(request);
    else {
      await pipeline(request, createWriteStream(file));
      sql = sql.replace(/FROM input\(('.*')\) FORMAT (\w+)$/s, `FROM file('${file}', '$2', $1)`);
    }
    try {
      return await serially(async () => {
        await ask(`CREATE DATABASE IF NOT EXISTS ${database}`);
        await ask(`USE ${database}`);
        for (const [name, value] of Object.entries(settings)) await ask(`SET ${name} = ${quoted(value)}`);
        return ask(sql);
      });
    } finally {
      await rm(file, { force: true });
    }
  }

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      const bytes = await answer(request);
      response.writeHead(200, { 'x-clickhouse-query-id': randomUUID() }).end(bytes);
    } catch (error) {
      const { message, clickhouseCode } = error as { message: string; clickhouseCode?: number };
      const code = String(clickhouseCode ?? /Code: (\d+)/.exec(message)?.[1] ?? 0);
      response.writeHead(500, { 'x-clickhouse-exception-code': code }).end(message);
    }
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await turn;
      session.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}
