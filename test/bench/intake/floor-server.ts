import Fastify from 'fastify';
import pg from 'pg';
import { announce } from '../support/report.ts';

/**
 * What there is to compare with: `/parse` only parses the body, `/insert` stores it with one multi-row
 * insert of its own, neither with a token, checks or a rate.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
await pool.query(
  `CREATE TABLE IF NOT EXISTS bench_event (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, pixel_id int,
   event_time timestamptz, action_source text, action_source_url text, email text, idfa text, gv numeric,
   ec text, el text, ea text, product_ids text[])`,
);
const COLUMNS = 11;

interface Event {
  readonly event_time: number;
  readonly action_source: string;
  readonly action_source_url: string;
  readonly user_data: { readonly email: string; readonly idfa: string };
  readonly custom_data: {
    readonly gv: number;
    readonly ec: string;
    readonly el: string;
    readonly ea: string;
    readonly product_id: string[];
  };
}

const app = Fastify({ bodyLimit: 10 * 1024 * 1024 });
app.post('/parse', async (request) => ({ success: Array.isArray(request.body) }));
app.post('/insert', async (request) => {
  const events = request.body as Event[];
  const rows = events.map(
    (_, row) => `(${Array.from({ length: COLUMNS }, (_, n) => `$${row * COLUMNS + n + 1}`).join(',')})`,
  );
  await pool.query(
    `INSERT INTO bench_event (pixel_id, event_time, action_source, action_source_url, email, idfa, gv, ec, el,
       ea, product_ids) VALUES ${rows.join(',')}`,
    events.flatMap(({ event_time, action_source, action_source_url, user_data: u, custom_data: c }) => [
      ...[1, new Date(event_time * 1000), action_source, action_source_url, u.email, u.idfa],
      ...[c.gv, c.ec, c.el, c.ea, c.product_id],
    ]),
  );
  return { success: true };
});
announce(await app.listen({ host: '127.0.0.1', port: 0 }), () => 0);
