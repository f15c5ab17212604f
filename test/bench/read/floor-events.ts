import type { ServerResponse } from 'node:http';
import pg from 'pg';
import { LIVE } from '../../../src/platform/database/rows/publish.ts';
import type { Question } from './question.ts';

/**
 * The floor of a subscription: one connection listens while there are streams, and one statement reads what is new for
 * all of them. It knows of one seat and of one writer, whose changes become visible in their order. Returns a function that adds a stream.
 */
export function floorEvents(
  { key, sql, values }: Question,
  pool: pg.Pool,
): (stream: ServerResponse) => Promise<void> {
  const streams = new Set<ServerResponse>();
  let listener: pg.Client | undefined;
  let last = '0';
  let isReading = false;
  let isNew = false;

  const read = async () => {
    if (isReading) return;
    isReading = true;
    while (isNew) {
      isNew = false;
      const { rows } = await pool.query<{ id: string; data: unknown }>({
        name: key,
        text: sql,
        values: [...values, last],
      });
      last = rows.at(-1)?.id ?? last;
      for (const { data } of rows) {
        const message = `event: next\ndata: ${JSON.stringify({ data })}\n\n`;
        for (const stream of streams) stream.write(message);
      }
    }
    isReading = false;
  };

  const listen = async () => {
    const client = new pg.Client({ ...pool.options });
    listener = client;
    await client.connect();
    client.on('notification', () => {
      isNew = true;
      void read();
    });
    await client.query(`LISTEN ${LIVE}`);
    const { rows } = await client.query<{ id: string }>('SELECT coalesce(max(id), 0) AS id FROM change');
    last = rows[0]?.id ?? '0';
  };

  return async (stream) => {
    if (!listener) await listen();
    stream.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    streams.add(stream);
    stream.on('close', () => {
      streams.delete(stream);
      if (streams.size > 0) return;
      void listener?.end();
      listener = undefined;
    });
  };
}
