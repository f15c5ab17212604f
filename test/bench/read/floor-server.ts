import Fastify from 'fastify';
import pg from 'pg';
import { loadConfig } from '../../../src/config.ts';
import { announce, countAllStatements } from '../support/report.ts';
import type { World } from './fill.ts';
import { questions } from './questions.ts';

/** The floor: a bare route that sends the JSON of one hand-written statement. No token, no cost, no schema. */
const statements = countAllStatements();
const { FLOOR_WORLD = '{}' } = process.env;
const pool = new pg.Pool({ connectionString: loadConfig().databaseUrl, max: 16 });
const app = Fastify();
for (const { key, sql, values } of questions(JSON.parse(FLOOR_WORLD) as World))
  app.get(`/${key}`, async () => (await pool.query({ name: key, text: sql, values: [...values] })).rows[0]);
announce(await app.listen({ port: 0 }), statements);
