import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Query {
  readonly sql: string;
  readonly params: Readonly<Record<string, string>>;
  readonly authorization: string | undefined;
}

/** `broken` ends the connection in the middle of the body. */
export type Answer =
  | { readonly body?: string | Buffer; readonly broken?: boolean }
  | { readonly code: number; readonly type: string };

/** A server that speaks ClickHouse's HTTP interface, with the answers of a test; those it lacks are empty. */
export async function fakeClickHouse(
  answerTo: (query: Query) => Answer | undefined | Promise<Answer | undefined>,
) {
  const queries: Query[] = [];
  let isAway = false;
  const server = createServer(async (request, response) => {
    if (isAway) return request.destroy();
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const body = await text(request);
    const params = [...searchParams].filter(([name]) => name.startsWith('param_'));
    const query = {
      sql: searchParams.get('query') ?? body,
      params: Object.fromEntries(params.map(([name, value]) => [name.slice('param_'.length), value])),
      authorization: request.headers.authorization,
    };
    queries.push(query);
    const answer = (await answerTo(query)) ?? {};
    if ('code' in answer) {
      response.writeHead(500, { 'x-clickhouse-exception-code': String(answer.code) });
      return response.end(`Code: ${answer.code}. DB::Exception: It is so. (${answer.type})`);
    }
    const { body: bytes = '', broken } = answer;
    response.writeHead(200);
    if (!broken) return response.end(bytes);
    return response.write(bytes, () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    /** As FLIGHTLINE_WAREHOUSE_URL. */
    url: `clickhouse://reports:s3cret@127.0.0.1:${port}/facts`,
    queries,
    away: (away: boolean) => {
      isAway = away;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** One row of one text in RowBinary. */
export function rowBinary(line: string): Buffer {
  const bytes = Buffer.from(line);
  const length: number[] = [];
  for (let rest = bytes.length; ; rest >>>= 7) {
    length.push((rest & 0x7f) | (rest >= 0x80 ? 0x80 : 0));
    if (rest < 0x80) break;
  }
  return Buffer.concat([Buffer.from(length), bytes]);
}
