import Fastify from 'fastify';
import pg from 'pg';
import { loadConfig } from '../../../src/config.ts';
import { announce, countAllStatements } from '../support/report.ts';
import type { World } from './fill.ts';
import { floorEvents } from './floor-events.ts';
import type { Question } from './question.ts';
import { questions } from './questions.ts';

/** The floor: a bare route that sends the JSON of one hand-written statement. No token, no cost, no schema. */
const statements = countAllStatements();
const { FLOOR_WORLD = '{}' } = process.env;
const connectionString = loadConfig().databaseUrl;
const pool = new pg.Pool({ connectionString, max: 16 });
const app = Fastify();
for (const question of questions(JSON.parse(FLOOR_WORLD) as World)) {
  const { key, call } = question;
  if ('query' in call && call.query.startsWith('subscription')) {
    const add = floorEvents(question, pool);
    app.get(`/${key}`, (_request, reply) => add(reply.hijack().raw));
  } else app.get(`/${key}`, () => answer(question));
}
announce(await app.listen({ port: 0 }), statements);

async function answer({ key, sql, values, dryRun }: Question): Promise<unknown> {
  const read = { name: key, text: sql, values: [...values] };
  if (!dryRun) return (await pool.query(read)).rows[0];
  const client = await pool.connect();
  await client.query('BEGIN');
  for (const [index, { sql, values }] of dryRun.entries())
    await client.query({ name: `${key} ${index}`, text: sql, values: [...values] });
  const { rows } = await client.query(read);
  await client.query('ROLLBACK');
  client.release();
  return rows[0];
}
