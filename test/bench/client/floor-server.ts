import Fastify from 'fastify';
import pg from 'pg';
import { loadConfig } from '../../../src/config.ts';
import { announce, countAllStatements } from '../support/report.ts';

/** The floor: a bare route that sends a page of a line's ads as the JSON of one hand-written statement. */
const statements = countAllStatements();
const pool = new pg.Pool({ connectionString: loadConfig().databaseUrl, max: 16 });
const PAGE = `SELECT json_agg(json_build_object('id', 'Ad:' || a.id, 'databaseId', a.id, 'name', c.name,
    'lineId', a.line_id, 'creativeId', a.creative_id, 'status', a.status, 'mediaType', c.media_type,
    'nativeAdStatus', a.native_ad_status, 'createdAt', a.created_at, 'updatedAt', a.updated_at,
    'schedules', (SELECT coalesce(json_agg(json_build_object('id', 'AdSchedule:' || s.id, 'databaseId', s.id,
      'startDate', s.start_date, 'endDate', s.end_date) ORDER BY s.id), '[]') FROM ad_schedule s WHERE s.ad_id = a.id)
  ) ORDER BY a.id)::text AS nodes
  FROM (SELECT * FROM ad WHERE line_id = $1 AND id > $2 ORDER BY id LIMIT 100) a
  JOIN creative c ON c.id = a.creative_id`;
const app = Fastify();
app.get<{ Querystring: { line: string; after: string } }>('/ads', async ({ query }, reply) => {
  const { rows } = await pool.query<{ nodes: string | null }>({
    name: 'ads',
    text: PAGE,
    values: [query.line, query.after],
  });
  reply.type('application/json');
  return rows[0]?.nodes ?? '[]';
});
announce(await app.listen({ port: 0 }), statements);
